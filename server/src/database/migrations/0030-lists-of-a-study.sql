-- The lists below all subjects of a study are read in one pass (subjects.sql.ts).
create index form_studyid_idx on form (studyid, subjectid) where removed_at is null;
create index activity_studyid_idx on activity (studyid, subjectid) where removed_at is null;
create index subject_device_studyid_idx on subject_device (studyid, subjectid);
