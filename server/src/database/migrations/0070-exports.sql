-- Exports: who asked for which data when, and what the server processes need to make them.

create table export (
  exportid text not null constraint export_exportid_check check (exportid ~ '^[A-Za-z0-9_-]{1,64}$'),
  siteid text not null constraint export_site_fkey references site (siteid),
  studyid text,
  subjectid text,
  files boolean not null,
  history boolean not null,
  closed_only boolean not null,
  state text not null default 'WAITING'
    constraint export_state_check check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED', 'EXPIRED')),
  at timestamptz,
  size bigint,
  sha256 text constraint export_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
  problem text,
  personid text not null,
  person_name text not null,
  to_store boolean not null default true,
  finished_at timestamptz,
  expires_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint export_pkey primary key (exportid, siteid),
  constraint export_study_fkey foreign key (studyid, siteid) references study (studyid, siteid),
  constraint export_subject_fkey foreign key (subjectid, siteid) references subject (subjectid, siteid),
  constraint export_done_check check (state <> 'DONE' or (sha256 is not null and size is not null and expires_at is not null))
);
comment on column export.at is 'The moment that it shows.';
comment on column export.size is 'Bytes of the ZIP.';
comment on column export.sha256 is 'Of its manifest.json, lowercase hex.';
comment on column export.personid is 'Who asked for it: a person''s id, or system:NAME.';
comment on column export.to_store is 'False for one that a command writes to a file: no server takes it up.';
create index export_siteid_idx on export (siteid, created_at);
create unique index export_person_key on export (personid) where state in ('WAITING', 'RUNNING') and to_store;
create index export_expires_at_idx on export (expires_at) where state = 'DONE';

-- Who was given a link to an export, and who was refused what. One row each, for the history.
create table export_access (
  accessid text not null,
  siteid text not null,
  studyid text,
  subjectid text,
  exportid text,
  what text not null constraint export_access_what_check check (what in ('LINK', 'REFUSED')),
  problem text,
  created_at timestamptz not null default now(),
  constraint export_access_pkey primary key (accessid, siteid)
);

create trigger export_history after insert or update or delete on export for each row execute function record_history('exportid');
create trigger export_version before update on export for each row execute function bump_version();
create trigger export_access_history after insert or update or delete on export_access
  for each row execute function record_history('accessid');

-- ------------------------------------------------------------ what is needed until an export is done

create table export_work (
  exportid text not null constraint export_work_pkey primary key,
  worker text,
  lease_until timestamptz not null default '-infinity',
  attempts integer not null default 0,
  origin text not null,
  release text,
  is_spooled boolean not null default false,
  part_bytes integer,
  uploadid text,
  done bigint not null default 0,
  total bigint
);
comment on table export_work is 'Exports that wait or are being made. No history: it is of the moment.';
comment on column export_work.worker is 'The process that makes it. Once lease_until has passed, any other may take it up.';
comment on column export_work.origin is 'The address under which whoever asked uses the application.';
comment on column export_work.release is 'The release that began to write it. Another begins anew from the spool.';

-- The rows as they were at the moment, zstd-compressed lines of JSON.
create table export_spool (
  exportid text not null,
  part text not null,
  place integer not null,
  body bytea not null,
  constraint export_spool_pkey primary key (exportid, part, place)
);
alter table export_spool alter column body set storage external;

create table export_part (
  exportid text not null,
  number integer not null,
  tag text not null,
  constraint export_part_pkey primary key (exportid, number)
);

create table export_entry (
  exportid text not null,
  place integer not null,
  entry jsonb not null,
  constraint export_entry_pkey primary key (exportid, place)
);
comment on table export_entry is 'The entries that stand completely in the parts already written.';

grant select, insert, update on export, export_access to casebook_runtime;
grant select, insert, update, delete on export_work, export_spool, export_part, export_entry to casebook_runtime;
