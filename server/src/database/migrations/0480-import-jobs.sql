-- Files that are imported in the background: sent to the store, checked, then imported in one transaction.

create table import_job (
  importid text not null,
  siteid text not null,
  studyid text not null,
  formtypeid text,
  filename text not null constraint import_job_filename_check check (octet_length(filename) between 1 and 1020),
  object_name text not null,
  sha256 text constraint import_job_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
  size bigint constraint import_job_size_check check (size > 0),
  from_elsewhere boolean not null default false,
  confirmed text,
  state text not null default 'UPLOADING'
    constraint import_job_state_check check (state in ('UPLOADING', 'CHECKING', 'CHECKED', 'IMPORTING', 'DONE', 'FAILED', 'CANCELLED')),
  text_sha256 text constraint import_job_text_sha256_check check (text_sha256 ~ '^[0-9a-f]{64}$'),
  outcome jsonb constraint import_job_outcome_check check (jsonb_typeof(outcome) = 'object'),
  problem text,
  done bigint not null default 0,
  personid text not null,
  person_name text not null,
  tokenid text,
  is_file_gone boolean not null default false,
  worker text,
  lease_until timestamptz not null default '-infinity',
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint import_job_pkey primary key (importid),
  constraint import_job_study_fkey foreign key (studyid, siteid) references study (studyid, siteid)
);
comment on table import_job is 'Files that are imported in the background. No history: what they change has its own, with the name of the file and its SHA-256.';
comment on column import_job.formtypeid is 'The form type of the values in the file; null if it has only subjects.';
comment on column import_job.sha256 is 'Of the file in the store, if the caller said it.';
comment on column import_job.text_sha256 is 'Of the text that was checked, after decompression.';
comment on column import_job.outcome is 'What the import would change or has changed, its mistakes, and where the rows come from.';
comment on column import_job.problem is 'Why it failed, as a reason code.';
comment on column import_job.done is 'How many bytes of the file were read.';
comment on column import_job.tokenid is 'The access token that asked for it; its rights are those of the import.';
comment on column import_job.is_file_gone is 'Whether the file was removed from the store for good.';
comment on column import_job.worker is 'The process that works on it. Once lease_until has passed, any other may take it up.';
create index import_job_lease_until_idx on import_job (lease_until) where state in ('CHECKING', 'IMPORTING');
create index import_job_studyid_idx on import_job (studyid, personid);

grant select, insert, update, delete on import_job to casebook_runtime;
