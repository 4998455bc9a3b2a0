-- What is measured in recordings by published methods: for each file, the values of its activity and of each epoch.

alter table study add column epoch_seconds integer not null default 60
  constraint study_epoch_seconds_check check (epoch_seconds between 1 and 3600);
comment on column study.epoch_seconds is 'The length of the epochs in which recordings are measured.';

create or replace view current_study as
  select study.* from study join current_site using (siteid) where study.removed_at is null;

create table measured_file (
  referencedataid text not null,
  siteid text not null,
  studyid text not null,
  subjectid text not null,
  problem text constraint measured_file_problem_check check (octet_length(problem) between 1 and 200),
  methods jsonb not null constraint measured_file_methods_check check (jsonb_typeof(methods) = 'object'),
  layout text,
  begun double precision,
  measured_from double precision not null,
  measured_to double precision not null,
  of_activity boolean not null,
  epoch_seconds integer not null constraint measured_file_epoch_seconds_check check (epoch_seconds >= 1),
  earlier jsonb not null default '[]' constraint measured_file_earlier_check check (jsonb_typeof(earlier) = 'array'),
  measured_at timestamptz not null default now(),
  constraint measured_file_pkey primary key (referencedataid, siteid),
  constraint measured_file_file_fkey foreign key (referencedataid, siteid) references reference_data (referencedataid, siteid)
);
comment on table measured_file is 'Files that were measured. No history: the values follow from the file. What was measured before is in earlier.';
comment on column measured_file.problem is 'Why nothing can be measured in the file; null if it was.';
comment on column measured_file.methods is 'The version of each method by which it was measured.';
comment on column measured_file.layout is 'The layout with which the file was read, if somebody set one.';
comment on column measured_file.begun is 'When the recording began, in epoch seconds; null where not all that tells it is known.';
comment on column measured_file.measured_from is 'Where what was measured begins, in seconds since the start of the recording.';
comment on column measured_file.of_activity is 'Whether it is the time of the activity; otherwise that of the whole recording.';
comment on column measured_file.earlier is 'What was measured before, latest first: when, why it was measured again, by which methods, and the values.';
create index measured_file_studyid_idx on measured_file (studyid, subjectid);

create table measure (
  referencedataid text not null,
  siteid text not null,
  place integer not null,
  studyid text not null,
  subjectid text not null,
  channel text not null constraint measure_channel_check check (octet_length(channel) <= 2000),
  measure text not null constraint measure_measure_check check (measure ~ '^[a-z0-9_]{1,40}$'),
  unit text,
  value double precision,
  recorded double precision not null constraint measure_recorded_check check (recorded between 0 and 1),
  method text not null,
  method_version text not null,
  reference text not null,
  parameters jsonb not null constraint measure_parameters_check check (jsonb_typeof(parameters) = 'object'),
  first_epoch integer not null,
  epochs double precision[] not null,
  constraint measure_pkey primary key (referencedataid, siteid, place),
  constraint measure_measured_file_fkey foreign key (referencedataid, siteid)
    references measured_file (referencedataid, siteid) on delete cascade
);
comment on table measure is 'The values of measured files. No history: they follow from the file.';
comment on column measure.value is 'Of the activity, or of the whole recording; null if nothing in it could be measured.';
comment on column measure.recorded is 'The share of that time that was recorded.';
comment on column measure.first_epoch is 'The number of the first epoch. Number 0 begins at measured_from.';
create index measure_studyid_idx on measure (studyid, measure);

create table measuring (
  referencedataid text not null,
  siteid text not null,
  asked integer not null default 1,
  worker text,
  lease_until timestamptz not null default '-infinity',
  attempts integer not null default 0,
  constraint measuring_pkey primary key (referencedataid, siteid)
);
comment on table measuring is 'Files that wait to be measured or are being measured. No history: it is of the moment.';
comment on column measuring.asked is 'Increased whenever what the values depend on changes, also while they are being computed.';
comment on column measuring.worker is 'The process that measures it. Once lease_until has passed, any other may take it up.';
create index measuring_lease_until_idx on measuring (lease_until);

grant select, insert, update, delete on measured_file, measure, measuring to casebook_runtime;

-- A browser that uploads a file describes it a moment later: a file without a description waits for that.
create function ask_for_measures() returns trigger language plpgsql as $$
begin
  insert into measuring (referencedataid, siteid, lease_until)
    select file.referencedataid, file.siteid, case when file.description is null then now() + interval '20 seconds' else '-infinity' end
    from reference_data file
    where file.status = 'UPLOADED' and file.removed_at is null and case tg_table_name
      when 'reference_data' then file.referencedataid = to_jsonb(new) ->> 'referencedataid' and file.siteid = new.siteid
      when 'activity' then (file.subjectid, file.activitytypeid, file.siteid, file.visitid, file.occurrence)
        = (to_jsonb(new) ->> 'subjectid', to_jsonb(new) ->> 'activitytypeid', new.siteid, to_jsonb(new) ->> 'visitid', (to_jsonb(new) ->> 'occurrence')::int)
      else file.studyid = to_jsonb(new) ->> 'studyid' and file.siteid = new.siteid end
    on conflict (referencedataid, siteid) do update
      set asked = measuring.asked + 1, attempts = 0, lease_until = case when measuring.worker is null then excluded.lease_until else measuring.lease_until end;
  return null;
end $$;
create trigger reference_data_measures after insert or update of status, description, zone, clock_correction, removed_at on reference_data
  for each row when (new.status = 'UPLOADED' and new.removed_at is null) execute function ask_for_measures();
create trigger activity_measures after update of start_time, stop_time on activity
  for each row when (old.start_time <> new.start_time or old.stop_time <> new.stop_time) execute function ask_for_measures();
create trigger study_measures after update of epoch_seconds on study
  for each row when (old.epoch_seconds <> new.epoch_seconds) execute function ask_for_measures();
