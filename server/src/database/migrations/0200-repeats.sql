-- A form type and an activity type may be recorded more than once for a subject. What is stored so far is the first
-- occurrence, without a visit.

alter table form_type add column repeats boolean not null default false;
alter table activity_type add column repeats boolean not null default false;

alter table reference_data drop constraint reference_data_activity_fkey;
do $$
declare
  t record;
begin
  for t in select * from (values ('form', 'formtypeid'), ('activity', 'activitytypeid'), ('running_activity', 'activitytypeid'))
    as listed (name, typeid)
  loop
    execute format('
      alter table %1$I
        add column visitid text not null default '''',
        add column occurrence integer not null default 1,
        drop constraint %1$s_pkey,
        add constraint %1$s_pkey primary key (subjectid, %2$I, siteid, visitid, occurrence),
        add constraint %1$s_once_key unique (subjectid, %2$I, siteid),
        add constraint %1$s_occurrence_check check (occurrence >= 1)', t.name, t.typeid);
    execute format('comment on column %I.visitid is %L', t.name, 'The visit it belongs to; empty if none.');
    execute format('comment on column %I.occurrence is %L', t.name, 'Of this subject, type and visit: 1, 2, 3 …');
  end loop;
end $$;

alter table reference_data
  add column visitid text not null default '',
  add column occurrence integer not null default 1,
  add constraint reference_data_activity_fkey foreign key (subjectid, activitytypeid, siteid, visitid, occurrence)
    references activity (subjectid, activitytypeid, siteid, visitid, occurrence);
comment on column reference_data.visitid is 'With subjectid, activitytypeid and occurrence: its activity.';

-- Release 0.2.0, which may run beside this one, names the former keys when it adds what was removed before, and when it
-- stops an activity. So they stay, as constraints …_once_key, until something is first recorded a second time or in a
-- visit, which that release would not understand.
create function allow_occurrences() returns void language plpgsql security definer set search_path = pg_catalog, public
  -- Rather than let everybody wait behind a long export.
  set lock_timeout = '3s' as $$
declare
  t record;
begin
  for t in select conrelid::regclass as name, conname from pg_constraint
    where conname in ('form_once_key', 'activity_once_key', 'running_activity_once_key')
      and conrelid in ('public.form'::regclass, 'public.activity'::regclass, 'public.running_activity'::regclass)
    order by conname
  loop
    execute format('alter table %s drop constraint if exists %I', t.name, t.conname);
  end loop;
end $$;
revoke all on function allow_occurrences() from public;
grant execute on function allow_occurrences() to casebook_runtime;

-- A started activity runs until the same one is recorded.
create or replace function end_running_activity() returns trigger language plpgsql as $$
begin
  delete from running_activity
    where subjectid = new.subjectid and activitytypeid = new.activitytypeid and siteid = new.siteid
      and visitid = new.visitid and occurrence = new.occurrence;
  return null;
end $$;

create or replace view current_activity_type as
  select activity_type.* from activity_type join current_study using (studyid, siteid) where activity_type.removed_at is null;
create or replace view current_form_type as
  select form_type.* from form_type join current_study using (studyid, siteid) where form_type.removed_at is null;
create or replace view current_form as
  select form.* from form join current_subject using (subjectid, siteid) where form.removed_at is null;
create or replace view current_activity as
  select activity.* from activity join current_subject using (subjectid, siteid) where activity.removed_at is null;
create or replace view current_running_activity as
  select running_activity.* from running_activity join current_subject using (subjectid, siteid);
create or replace view current_reference_data as
  select reference_data.* from reference_data join current_subject using (subjectid, siteid) where reference_data.removed_at is null;
