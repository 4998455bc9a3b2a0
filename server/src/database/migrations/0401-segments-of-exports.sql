-- The stretch of each recording that covers an activity, in exports that are asked for it.

alter table export
  add column segments boolean not null default false,
  add column seed integer not null default 0;
comment on column export.segments is 'Whether it contains the stretch of each recording that covers an activity.';
comment on column export.seed is 'Decides in which part of that data set each subject is.';
