-- When a file was recorded, as the server works it out (recordedBetween in domain/src/reference-data/recorded-file.ts) of its description,
-- zone and clock correction whenever one of them is written: what does not cover its activity is counted by it for a whole study.
alter table reference_data
  add column recorded_from double precision,
  add column recorded_to double precision,
  add column recorded_gaps double precision[] not null default '{}',
  add constraint reference_data_recorded_check check (recorded_from <= recorded_to and (recorded_from is null) = (recorded_to is null)),
  add constraint reference_data_recorded_gaps_check check (cardinality(recorded_gaps) <= 40 and cardinality(recorded_gaps) % 2 = 0);
comment on column reference_data.recorded_from is 'Epoch seconds; null where not all that tells it is known.';
comment on column reference_data.recorded_gaps is 'Where gaps begin and end, alternately, in epoch seconds.';

-- Files described before. Nothing that anybody wrote is changed, so that no history is.
alter table reference_data disable trigger user;
update reference_data set recorded_from = told.begun, recorded_to = told.begun + (description ->> 'duration')::double precision
from (
  select referencedataid, clock_correction + case description ->> 'clock'
      when 'utc' then (description ->> 'start')::double precision
      else extract(epoch from (timestamp 'epoch' + (description ->> 'start')::double precision * interval '1 second')
        at time zone (select name from pg_timezone_names where name = reference_data.zone)) end as begun
  from reference_data where jsonb_typeof(description -> 'start') = 'number' and jsonb_typeof(description -> 'duration') = 'number') told
where told.referencedataid = reference_data.referencedataid and told.begun is not null;
alter table reference_data enable trigger user;

create or replace view current_reference_data as
  select reference_data.* from reference_data join current_subject using (subjectid, siteid) where reference_data.removed_at is null;

-- The same bytes in a study, and what a recorder recorded elsewhere at a time.
create index reference_data_sha256_idx on reference_data (studyid, sha256) where sha256 is not null and removed_at is null;
create index reference_data_recorder_idx on reference_data (siteid, (description ->> 'serialnumber'), recorded_from)
  where description ->> 'serialnumber' is not null and recorded_from is not null and removed_at is null;
