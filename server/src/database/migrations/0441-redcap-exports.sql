-- The forms as REDCap's raw data, in exports that are asked for it.

alter table export add column redcap boolean not null default false;
comment on column export.redcap is 'Whether it contains the forms as raw data of REDCap.';
