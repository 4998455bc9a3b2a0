-- What a study's subjects have and lack is counted in one pass (server/src/shapes/facts); whether a type of activity expects a file is one look.
create index reference_data_studyid_idx on reference_data (studyid, activitytypeid, subjectid) include (status) where removed_at is null;
