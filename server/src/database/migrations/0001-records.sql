-- The study record: sites down to reference data, and the history of every change to them.
-- Lengths in characters, as people count them, are the domain's rules; the checks here bound the bytes.
-- Ids hold nothing that JSON would have to escape, whoever made them: answers are put together from them as they are (shape.ts).
-- Primary keys end in siteid: a lookup by the thing's own id uses them, and a cluster sharded by siteid can keep them.

-- The role the server runs as. Deployments may make it beforehand; its members may log in.
do $$
begin
  if not exists (select from pg_roles where rolname = 'casebook_runtime') then
    create role casebook_runtime nologin;
  end if;
  if not pg_has_role(current_user, 'casebook_runtime', 'member') then
    execute format('grant casebook_runtime to %I', current_user);
  end if;
end $$;

-- ------------------------------------------------------------ history

create table history (
  historyid bigint generated always as identity constraint history_pkey primary key,
  tx xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  actor text not null,
  actor_name text not null,
  groups text[] not null,
  reason text,
  kind text not null,
  action text not null,
  siteid text,
  studyid text,
  subjectid text,
  id text not null,
  before jsonb,
  after jsonb
);
comment on column history.action is 'ADDED, UPDATED or REMOVED, as the trigger finds it.';
comment on column history.at is 'When the transaction began; the same for all that it changed.';
comment on table history is 'Append-only: who changed what, when, why, before and after. Written by triggers alone; also the outbox of live updates.';
create index history_subject_idx on history (subjectid, historyid) where subjectid is not null;
-- What belongs to a subject is found by the subject: each change is in one index beside the primary key.
create index history_record_idx on history (kind, id, historyid) where subjectid is null;

create function refuse_history_change() returns trigger language plpgsql as $$
begin
  raise exception 'history is append-only' using errcode = 'CB002';
end $$;
create trigger history_append_only before update or delete or truncate on history
  for each statement execute function refuse_history_change();

-- Arguments: the column that identifies the row to a person.
create function record_history() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  who text := current_setting('casebook.actor', true);
  was jsonb;
  becomes jsonb;
  row_ids jsonb;
  what text;
begin
  if coalesce(who, '') = '' then
    raise exception 'a write to % without an actor', tg_table_name using errcode = 'CB001';
  end if;
  if tg_op = 'INSERT' then
    becomes := to_jsonb(new);
    row_ids := becomes;
    what := 'ADDED';
  elsif tg_op = 'DELETE' then
    was := to_jsonb(old);
    row_ids := was;
    what := 'REMOVED';
  else
    was := to_jsonb(old);
    becomes := to_jsonb(new);
    row_ids := becomes;
    what := 'UPDATED';
    -- Both are absent where the table has no such column.
    if was -> 'removed_at' <> becomes -> 'removed_at' then
      what := case jsonb 'null' when was -> 'removed_at' then 'REMOVED' when becomes -> 'removed_at' then 'ADDED' else 'UPDATED' end;
    end if;
  end if;
  insert into public.history (actor, actor_name, groups, reason, kind, action, siteid, studyid, subjectid, id, before, after)
  values (
    who,
    coalesce(current_setting('casebook.actor_name', true), ''),
    coalesce(nullif(current_setting('casebook.groups', true), '')::text[], '{}'),
    nullif(current_setting('casebook.reason', true), ''),
    tg_table_name, what,
    row_ids ->> 'siteid', row_ids ->> 'studyid', row_ids ->> 'subjectid', row_ids ->> tg_argv[0],
    was, becomes);
  return null;
end $$;

create function bump_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

-- ------------------------------------------------------------ sites and what they own

create table site (
  siteid text not null constraint site_pkey primary key
    constraint site_siteid_check check (siteid ~ '^[a-z]{1,40}$'),
  name text not null constraint site_name_check check (octet_length(name) between 1 and 2000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);

-- deviceuid stays when a device is renamed; deviceid is what people read on it.
create table device (
  deviceuid text not null,
  siteid text not null constraint device_site_fkey references site (siteid),
  deviceid text not null constraint device_deviceid_check check (deviceid ~ '^[A-Z0-9]{1,40}$'),
  hw_id text constraint device_hw_id_check check (octet_length(hw_id) between 1 and 2000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint device_pkey primary key (deviceuid, siteid)
);
create unique index device_deviceid_key on device (siteid, deviceid) where removed_at is null;

create table study (
  studyid text not null constraint study_studyid_check check (studyid ~ '^[A-Za-z0-9_-]{1,64}$'),
  siteid text not null constraint study_site_fkey references site (siteid),
  name text not null constraint study_name_check check (octet_length(name) between 1 and 2000),
  status text not null default 'OPEN' constraint study_status_check check (octet_length(status) between 1 and 2000),
  identifier text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint study_pkey primary key (studyid, siteid)
);
create index study_siteid_idx on study (siteid);

create table activity_type (
  activitytypeid text not null constraint activity_type_activitytypeid_check check (activitytypeid ~ '^[A-Za-z0-9_-]{1,64}$'),
  siteid text not null,
  studyid text not null,
  description text not null constraint activity_type_description_check check (octet_length(description) between 1 and 2000),
  description_key text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint activity_type_pkey primary key (activitytypeid, siteid),
  constraint activity_type_study_fkey foreign key (studyid, siteid) references study (studyid, siteid)
);
create unique index activity_type_description_key on activity_type (studyid, siteid, description_key) where removed_at is null;

create table form_type (
  formtypeid text not null constraint form_type_formtypeid_check check (formtypeid ~ '^[A-Za-z0-9_-]{1,64}$'),
  siteid text not null,
  studyid text not null,
  identifier text not null constraint form_type_identifier_check check (octet_length(identifier) between 1 and 2000),
  identifier_key text not null,
  fields jsonb not null constraint form_type_fields_check check (jsonb_typeof(fields) = 'array'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint form_type_pkey primary key (formtypeid, siteid),
  constraint form_type_study_fkey foreign key (studyid, siteid) references study (studyid, siteid)
);
create unique index form_type_identifier_key on form_type (studyid, siteid, identifier_key) where removed_at is null;

-- ------------------------------------------------------------ subjects and what is recorded of them

create table subject (
  subjectid text not null constraint subject_subjectid_check check (subjectid ~ '^[A-Za-z0-9_-]{1,64}$'),
  siteid text not null,
  studyid text not null,
  identifier text constraint subject_identifier_check check (octet_length(identifier) between 1 and 2000),
  identifier_key text,
  status text not null default 'OPEN' constraint subject_status_check check (status in ('OPEN', 'CLOSED', 'DELETED')),
  snapshot text,
  snapshot_sha256 text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint subject_pkey primary key (subjectid, siteid),
  constraint subject_study_fkey foreign key (studyid, siteid) references study (studyid, siteid),
  constraint subject_identifier_key unique (studyid, siteid, identifier_key)
);
-- Most calls name a subject by its id alone, so it is unique across sites, named by the caller or not.
create unique index subject_subjectid_key on subject (subjectid);

create table subject_device (
  subjectid text not null,
  siteid text not null,
  studyid text not null,
  deviceuid text not null,
  position text not null constraint subject_device_position_check check (position in ('ARM', 'CHEST')),
  place integer not null,
  constraint subject_device_pkey primary key (subjectid, deviceuid, position, siteid),
  constraint subject_device_subject_fkey foreign key (subjectid, siteid) references subject (subjectid, siteid),
  constraint subject_device_device_fkey foreign key (deviceuid, siteid) references device (deviceuid, siteid)
);
comment on column subject_device.place is 'Position in the list as it was given, from 0.';
create index subject_device_deviceuid_idx on subject_device (deviceuid);

create table form (
  subjectid text not null,
  formtypeid text not null,
  siteid text not null,
  studyid text not null,
  fields jsonb not null constraint form_fields_check check (jsonb_typeof(fields) = 'array'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint form_pkey primary key (subjectid, formtypeid, siteid),
  constraint form_subject_fkey foreign key (subjectid, siteid) references subject (subjectid, siteid),
  constraint form_formtype_fkey foreign key (formtypeid, siteid) references form_type (formtypeid, siteid)
);
comment on table form is 'A removed form that is filled in anew is the same row again, its version going on.';

create table activity (
  subjectid text not null,
  activitytypeid text not null,
  siteid text not null,
  studyid text not null,
  start_time bigint not null,
  stop_time bigint not null,
  comment text constraint activity_comment_check check (comment <> ''),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint activity_pkey primary key (subjectid, activitytypeid, siteid),
  constraint activity_subject_fkey foreign key (subjectid, siteid) references subject (subjectid, siteid),
  constraint activity_activitytype_fkey foreign key (activitytypeid, siteid) references activity_type (activitytypeid, siteid),
  constraint activity_times_check check (stop_time > start_time)
);
comment on column activity.start_time is 'Whole seconds since 1970-01-01T00:00:00Z.';

create table reference_data (
  referencedataid text not null constraint reference_data_referencedataid_check check (referencedataid ~ '^[A-Za-z0-9_-]{1,64}$'),
  siteid text not null,
  studyid text not null,
  subjectid text not null,
  activitytypeid text not null,
  filename text not null constraint reference_data_filename_check check (octet_length(filename) between 1 and 2000),
  object_name text not null,
  status text not null default 'PENDING' constraint reference_data_status_check check (status in ('PENDING', 'UPLOADED', 'FAILED')),
  size bigint constraint reference_data_size_check check (size between 1 and 157286399),
  sha256 text constraint reference_data_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint reference_data_pkey primary key (referencedataid, siteid),
  constraint reference_data_activity_fkey foreign key (subjectid, activitytypeid, siteid) references activity (subjectid, activitytypeid, siteid),
  constraint reference_data_uploaded_check check ((status = 'UPLOADED') = (size is not null))
);
comment on column reference_data.expires_at is 'When the upload policy runs out; the sweep settles what is PENDING after that.';
create index reference_data_subject_idx on reference_data (subjectid, activitytypeid);
create index reference_data_pending_idx on reference_data (expires_at) where status = 'PENDING' and removed_at is null;

-- ------------------------------------------------------------ history and versions on every table of records

do $$
declare
  t record;
begin
  for t in select * from (values
    ('site', 'siteid', true), ('device', 'deviceid', true), ('study', 'studyid', true),
    ('activity_type', 'activitytypeid', true), ('form_type', 'formtypeid', true), ('subject', 'subjectid', true),
    ('subject_device', 'deviceuid', false), ('form', 'formtypeid', true), ('activity', 'activitytypeid', true),
    ('reference_data', 'referencedataid', true)) as x (name, id, versioned)
  loop
    execute format('create trigger %I after insert or update or delete on %I for each row execute function record_history(%L)',
      t.name || '_history', t.name, t.id);
    if t.versioned then
      execute format('create trigger %I before update on %I for each row execute function bump_version()', t.name || '_version', t.name);
    end if;
  end loop;
end $$;

-- ------------------------------------------------------------ what is there now

create view current_site as select * from site where removed_at is null;
create view current_device as
  select device.* from device join current_site using (siteid) where device.removed_at is null;
create view current_study as
  select study.* from study join current_site using (siteid) where study.removed_at is null;
create view current_activity_type as
  select activity_type.* from activity_type join current_study using (studyid, siteid) where activity_type.removed_at is null;
create view current_form_type as
  select form_type.* from form_type join current_study using (studyid, siteid) where form_type.removed_at is null;
create view current_subject as
  select subject.*, current_study.status as study_status from subject join current_study using (studyid, siteid);
create view current_form as
  select form.* from form join current_subject using (subjectid, siteid) where form.removed_at is null;
create view current_activity as
  select activity.* from activity join current_subject using (subjectid, siteid) where activity.removed_at is null;
create view current_reference_data as
  select reference_data.* from reference_data join current_subject using (subjectid, siteid) where reference_data.removed_at is null;

grant usage on schema public to casebook_runtime;
grant select, insert, update on site, device, study, activity_type, form_type, subject, form, activity, reference_data to casebook_runtime;
grant select, insert, update, delete on subject_device to casebook_runtime;
grant select on history to casebook_runtime;
grant select on current_site, current_device, current_study, current_activity_type, current_form_type,
  current_subject, current_form, current_activity, current_reference_data to casebook_runtime;
