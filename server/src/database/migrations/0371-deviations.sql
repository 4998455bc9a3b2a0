-- Whether the activities of a visit are done in their order, and why a visit of a subject deviates from the schedule.

alter table visit add column in_order boolean not null default false;
comment on column visit.in_order is 'Whether its activities are to be done in the order of activitytypeids.';

alter table subject_visit
  add column outside_reason text constraint subject_visit_outside_reason_check check (octet_length(outside_reason) between 1 and 50000),
  add column order_reason text constraint subject_visit_order_reason_check check (octet_length(order_reason) between 1 and 50000);
comment on column subject_visit.outside_reason is 'Why it was outside its window. Null if nobody explained it.';
comment on column subject_visit.order_reason is 'Why its activities were done in another order. Null if nobody explained it.';
