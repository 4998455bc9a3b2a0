-- Activities that were started and not yet stopped. They are no activities of the record: those have a stop.

create table running_activity (
  subjectid text not null,
  activitytypeid text not null,
  siteid text not null,
  studyid text not null,
  start_time bigint not null,
  started_by text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint running_activity_pkey primary key (subjectid, activitytypeid, siteid),
  constraint running_activity_subject_fkey foreign key (subjectid, siteid) references subject (subjectid, siteid),
  constraint running_activity_activitytype_fkey foreign key (activitytypeid, siteid) references activity_type (activitytypeid, siteid)
);
comment on column running_activity.start_time is 'Whole seconds since 1970-01-01T00:00:00Z.';
comment on column running_activity.started_by is 'The name of whoever started it.';

create trigger running_activity_history after insert or update or delete on running_activity
  for each row execute function record_history('activitytypeid');
create trigger running_activity_version before update on running_activity
  for each row execute function bump_version();

-- An activity that is recorded, by stopping it or by hand, runs no longer.
create function end_running_activity() returns trigger language plpgsql as $$
begin
  delete from running_activity
    where subjectid = new.subjectid and activitytypeid = new.activitytypeid and siteid = new.siteid;
  return null;
end $$;
create trigger activity_ends_running after insert or update of removed_at on activity
  for each row when (new.removed_at is null) execute function end_running_activity();

create view current_running_activity as
  select running_activity.* from running_activity join current_subject using (subjectid, siteid);

grant select, insert, update, delete on running_activity to casebook_runtime;
grant select on current_running_activity to casebook_runtime;
