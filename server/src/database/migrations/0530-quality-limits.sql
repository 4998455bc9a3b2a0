-- From where a finding in a recording is a mark in a study, and the files that have findings.

alter table study
  add column quality_share double precision default 0.99 constraint study_quality_share_check check (quality_share between 0 and 1),
  add column quality_gap double precision constraint study_quality_gap_check check (quality_gap between 1 and 1e6),
  add column quality_drop_out double precision default 1 constraint study_quality_drop_out_check check (quality_drop_out between 1 and 1e6),
  add column quality_clipped double precision default 0.001 constraint study_quality_clipped_check check (quality_clipped between 0.0001 and 1),
  add column quality_drift double precision constraint study_quality_drift_check check (quality_drift between 1 and 4320),
  add column quality_calibration double precision default 0.05 constraint study_quality_calibration_check check (quality_calibration between 0.01 and 1),
  add column quality_not_worn double precision default 0.25 constraint study_quality_not_worn_check check (quality_not_worn between 0 and 1),
  add column quality_battery double precision default 10 constraint study_quality_battery_check check (quality_battery between 0 and 50),
  add column quality_volts double precision default 3.4 constraint study_quality_volts_check check (quality_volts between 0 and 3.9);
comment on column study.quality_share is 'A recording of which less is there, as a share of its duration, has a mark. Null: never. So with the other limits of quality.';
comment on column study.quality_gap is 'In seconds: a longer gap is a mark.';
comment on column study.quality_drop_out is 'In seconds: a channel that lacks more than others is a mark.';
comment on column study.quality_clipped is 'A share of samples: if as many are clipped or saturated, that is a mark.';
comment on column study.quality_drift is 'In seconds a day: a clock that drifts as much is a mark.';
comment on column study.quality_calibration is 'In g: gravity that is wrong by as much at rest is a mark.';
comment on column study.quality_not_worn is 'A share of the duration: if as much was not worn, that is a mark.';
comment on column study.quality_battery is 'In percent: a battery that ends below is a mark.';
comment on column study.quality_volts is 'In volts: a battery that ends below is a mark.';

create or replace view current_study as
  select study.* from study join current_site using (siteid) where study.removed_at is null;

create index reference_data_findings_idx on reference_data (studyid)
  where removed_at is null and status = 'UPLOADED' and description @? '$.quality.findings[*]';
