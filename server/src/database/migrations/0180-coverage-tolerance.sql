-- How many seconds of an activity its file may lack: one sample of its fastest channel, and at least one second
-- (coverageTolerance in domain/src/recordings/seen/recorded-span.ts). Before, it was a minute for every file.
alter table reference_data
  add column recorded_tolerance double precision not null default 1,
  add constraint reference_data_recorded_tolerance_check check (recorded_tolerance >= 1);
comment on column reference_data.recorded_tolerance is 'Seconds of its activity that the file may lack.';

-- Files described before. Nothing that anybody wrote is changed, so that no history is.
alter table reference_data disable trigger user;
update reference_data set recorded_tolerance = 1 / told.fastest
from (
  select referencedataid, (
      select max((channel ->> 'rate')::double precision)
      from jsonb_array_elements(description -> 'channels') channel where jsonb_typeof(channel -> 'rate') = 'number') as fastest
  from reference_data where jsonb_typeof(description -> 'channels') = 'array') told
where told.referencedataid = reference_data.referencedataid and told.fastest > 0 and told.fastest < 1;
alter table reference_data enable trigger user;

create or replace view current_reference_data as
  select reference_data.* from reference_data join current_subject using (subjectid, siteid) where reference_data.removed_at is null;
