-- Exports of some subjects of a study, and records of single subjects that were taken out as JSON.

alter table export add column subjectids text[];
comment on column export.subjectids is 'The subjects that were chosen from the study; null where none were.';
alter table export add constraint export_subjectids_check
  check (subjectids is null or (studyid is not null and subjectid is null and cardinality(subjectids) > 0));

alter table export_access drop constraint export_access_what_check;
alter table export_access add constraint export_access_what_check check (what in ('LINK', 'RECORD', 'REFUSED'));
