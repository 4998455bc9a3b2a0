-- What a published version of a form type is called can be changed later. Who published it with which words stays in the
-- history.

alter table form_type add column version_notes jsonb
  constraint form_type_version_notes_check check (jsonb_typeof(version_notes) = 'object');
comment on column form_type.version_notes is 'By the number of a version: what it is called since it was published. An empty text: nothing.';

create or replace view current_form_type as
  select form_type.* from form_type join current_study using (studyid, siteid) where form_type.removed_at is null;
