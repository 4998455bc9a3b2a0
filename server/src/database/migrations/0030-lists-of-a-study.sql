-- The lists below all subjects of a study are read in one pass (subjects.sql.ts).
create index form_studyid_idx on form (studyid, subjectid) where removed_at is null;
create index activity_studyid_idx on activity (studyid, subjectid) where removed_at is null;
create index subject_device_studyid_idx on subject_device (studyid, subjectid);
-- In the order in which they are listed: none of them has to be sorted.
create index subject_order_idx on subject (studyid, siteid, (coalesce(identifier_key, lower(subjectid))) collate "C", subjectid);
