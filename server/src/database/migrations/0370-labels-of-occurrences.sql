-- A form or an activity of a type that repeats may have a short label of its own, such as "fall on the stairs".

alter table form add column label text constraint form_label_check check (octet_length(label) between 1 and 2000);
alter table activity add column label text constraint activity_label_check check (octet_length(label) between 1 and 2000);
alter table running_activity
  add column label text constraint running_activity_label_check check (octet_length(label) between 1 and 2000);
comment on column form.label is 'What tells it from the others of its type, in a few words. Null if nobody said.';
comment on column activity.label is 'What tells it from the others of its type, in a few words. Null if nobody said.';
comment on column running_activity.label is 'The label that the activity gets when it is stopped.';

create or replace view current_form as
  select form.* from form join current_subject using (subjectid, siteid) where form.removed_at is null;
create or replace view current_activity as
  select activity.* from activity join current_subject using (subjectid, siteid) where activity.removed_at is null;
create or replace view current_running_activity as
  select running_activity.* from running_activity join current_subject using (subjectid, siteid);
