-- Which types of a visit are recorded only if wanted.

alter table visit add column optional_typeids text[] not null default '{}';
comment on column visit.optional_typeids is 'Those of formtypeids and activitytypeids that are recorded only if wanted. Others say nothing.';
