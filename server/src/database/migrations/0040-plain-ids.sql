-- Ids that the server makes hold nothing that JSON would have to escape, as those do that people give: answers are put
-- together from them as they are (shape.ts).
alter table study add constraint study_studyid_check check (studyid ~ '^[A-Za-z0-9_-]{1,64}$');
alter table activity_type add constraint activity_type_activitytypeid_check check (activitytypeid ~ '^[A-Za-z0-9_-]{1,64}$');
alter table form_type add constraint form_type_formtypeid_check check (formtypeid ~ '^[A-Za-z0-9_-]{1,64}$');
alter table reference_data add constraint reference_data_referencedataid_check check (referencedataid ~ '^[A-Za-z0-9_-]{1,64}$');
