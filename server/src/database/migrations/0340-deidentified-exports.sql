-- Exports without what identifies people. The key makes their codes and shifts; it never leaves the database.

alter table export
  add column deidentified boolean not null default false,
  add column code_key text;
comment on column export.deidentified is 'Whether what identifies people was left out or replaced.';
comment on column export.code_key is 'Of a de-identified export: makes the codes and shifts of its subjects. The same for all of a site, so that codes stay.';
alter table export add constraint export_code_key_check check ((code_key is not null) = deidentified and (code_key is null or code_key ~ '^[0-9a-f]{64}$'));
