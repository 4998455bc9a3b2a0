-- What is known of a reference-data file's content and of the clock that it was recorded by. The file itself never changes.

alter table reference_data
  add column description jsonb
    constraint reference_data_description_check check (jsonb_typeof(description) = 'object' and octet_length(description::text) <= 300000),
  add column described_at timestamptz,
  add column zone text constraint reference_data_zone_check check (octet_length(zone) between 1 and 64),
  add column clock_correction double precision not null default 0
    constraint reference_data_clock_correction_check check (abs(clock_correction) <= 3.2e9);
comment on column reference_data.description is 'What a reader found in the file: format, channels, rate, start, clock, duration, samples, gaps, faults, and the layout that was set.';
comment on column reference_data.zone is 'Time zone of the recorder''s clock, where the file does not tell it.';
comment on column reference_data.clock_correction is 'Seconds to add to the recorder''s times.';

-- How the last file of a kind was set to be read is offered for the next one of the study.
create index reference_data_fingerprint_idx on reference_data (studyid, (description ->> 'fingerprint'), described_at)
  where description ->> 'fingerprint' is not null;

create or replace view current_reference_data as
  select reference_data.* from reference_data join current_subject using (subjectid, siteid) where reference_data.removed_at is null;
