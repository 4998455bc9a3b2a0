-- A removed activity that is recorded anew is the same row again. A file of the former one must not come back into it.
-- Null where it is not known: rows of earlier releases, which have always let such files back.
alter table activity add column began_at timestamptz;
alter table activity alter column began_at set default now();
comment on column activity.began_at is 'Since when this row is this activity: when it was added, or added anew after the former one was removed.';

create or replace view current_activity as
  select activity.* from activity join current_subject using (subjectid, siteid) where activity.removed_at is null;
