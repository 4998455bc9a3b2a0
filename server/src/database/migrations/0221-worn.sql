-- When a device was put on and taken off, at which visit, and what was ever worn. subject_device remains what is worn now: an earlier
-- release goes on writing it, and its triggers keep the rest.

alter table subject_device
  add column from_time timestamptz,
  add column to_time timestamptz,
  add column visitid text;
comment on column subject_device.from_time is 'When it was put on. Null: not known.';
comment on column subject_device.to_time is 'When it was taken off, set just before the row is deleted if somebody said so. Otherwise it is the time of the deletion.';
comment on column subject_device.visitid is 'The visit at which it was put on.';
alter table subject_device add constraint subject_device_visit_fkey foreign key (visitid, siteid) references visit (visitid, siteid);
alter table subject_device add constraint subject_device_times_check check (to_time >= from_time);
create index subject_device_visitid_idx on subject_device (visitid, siteid) where visitid is not null;

create table worn (
  wornid text not null default gen_random_uuid()::text,
  subjectid text not null,
  siteid text not null,
  studyid text not null,
  deviceuid text not null,
  position text not null,
  body_place text,
  from_time timestamptz,
  to_time timestamptz,
  visitid text,
  changed_at timestamptz default now(),
  constraint worn_pkey primary key (wornid),
  constraint worn_subject_fkey foreign key (subjectid, siteid) references subject (subjectid, siteid),
  constraint worn_device_fkey foreign key (deviceuid, siteid) references device (deviceuid, siteid),
  constraint worn_visit_fkey foreign key (visitid, siteid) references visit (visitid, siteid),
  constraint worn_position_check check (position in ('ARM', 'CHEST') and body_place is null or position = 'OTHER' and body_place is not null)
);
comment on table worn is 'What subjects wear and wore. Kept by the triggers of subject_device, whose history says who changed it.';
comment on column worn.from_time is 'When it was put on. Null: not known.';
comment on column worn.to_time is 'When it was taken off. Null: it is worn.';
comment on column worn.changed_at is 'Null: told by the history of an earlier release, and unchanged since.';
create index worn_subjectid_idx on worn (subjectid);
create index worn_studyid_idx on worn (studyid);
create index worn_deviceuid_idx on worn (deviceuid);
create index worn_visitid_idx on worn (visitid, siteid) where visitid is not null;
grant select on worn to casebook_runtime;

create function keep_worn() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    -- Put back as it was: the taking off is undone.
    update worn set to_time = null, visitid = new.visitid, changed_at = now()
      where subjectid = new.subjectid and siteid = new.siteid and deviceuid = new.deviceuid and position = new.position
        and body_place is not distinct from new.body_place and from_time is not distinct from new.from_time and to_time is not null;
    if not found then
      insert into worn (subjectid, siteid, studyid, deviceuid, position, body_place, from_time, visitid)
        values (new.subjectid, new.siteid, new.studyid, new.deviceuid, new.position, new.body_place, new.from_time, new.visitid);
    end if;
  elsif tg_op = 'UPDATE' then
    update worn set from_time = coalesce(new.from_time, from_time), visitid = new.visitid, changed_at = now()
      where subjectid = new.subjectid and siteid = new.siteid and deviceuid = new.deviceuid and position = new.position
        and to_time is null and (from_time is distinct from coalesce(new.from_time, from_time) or visitid is distinct from new.visitid);
  else
    update worn set to_time = coalesce(old.to_time, greatest(old.from_time, date_trunc('milliseconds', now()))), changed_at = now()
      where subjectid = old.subjectid and siteid = old.siteid and deviceuid = old.deviceuid and position = old.position
        and to_time is null;
  end if;
  return null;
end $$;
create trigger subject_device_worn after insert or update or delete on subject_device
  for each row execute function keep_worn();

-- What was worn before. Until now everything was recorded as it was put on and taken off, so that the history tells the times.
insert into worn (subjectid, siteid, studyid, deviceuid, position, from_time, to_time, changed_at)
select subjectid, siteid, studyid, deviceuid, position, from_time, to_time, null
from (
  select entry.subjectid, entry.siteid, entry.studyid, entry.id as deviceuid, entry.position, entry.action,
    case entry.action when 'ADDED' then date_trunc('milliseconds', entry.at) end as from_time,
    lead(date_trunc('milliseconds', entry.at)) over step as to_time,
    lead(entry.action) over step as next
  from (
    select history.*, coalesce(history.after, history.before) ->> 'position' as position from history
    where history.kind = 'subject_device' and history.action in ('ADDED', 'REMOVED')) entry
  window step as (partition by entry.subjectid, entry.siteid, entry.id, entry.position order by entry.historyid)) told
where action = 'ADDED' and next = 'REMOVED'
  and exists (select from subject where subject.subjectid = told.subjectid and subject.siteid = told.siteid)
  and exists (select from device where device.deviceuid = told.deviceuid and device.siteid = told.siteid);

-- What is worn now. Its own rows are not changed, so that they remain what their history says.
insert into worn (subjectid, siteid, studyid, deviceuid, position, from_time, changed_at)
select subjectid, siteid, studyid, deviceuid, position, (
  select date_trunc('milliseconds', history.at) from history
  where history.subjectid = subject_device.subjectid and history.siteid = subject_device.siteid and history.kind = 'subject_device'
    and history.id = subject_device.deviceuid and history.action = 'ADDED' and history.after ->> 'position' = subject_device.position
  order by history.historyid desc limit 1), null
from subject_device;

alter table subject_device alter column from_time set default date_trunc('milliseconds', now());
