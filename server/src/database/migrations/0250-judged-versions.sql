-- A form says by which version of its type it was judged, and in which renewal it was brought up to date.
-- All versions before they had numbers are version 1, and so is what an earlier release still saves by them.

alter table form add column type_number integer not null default 1 constraint form_type_number_check check (type_number >= 1);
comment on column form.type_number is 'The number of the version of the form type by which the form was last judged.';
alter table form add column renewalid text constraint form_renewalid_check check (renewalid ~ '^[A-Za-z0-9_-]{1,64}$');
comment on column form.renewalid is 'The renewal that made this form what it is. Null if a person saved it since, or never renewed it.';
create index form_renewalid_idx on form (formtypeid, siteid, renewalid) where renewalid is not null;

create or replace view current_form as
  select form.* from form join current_subject using (subjectid, siteid) where form.removed_at is null;
