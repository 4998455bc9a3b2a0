-- Documents of a study: protocol, approvals, information letters. Each upload is a version.

create table study_document (
  documentid text not null constraint study_document_documentid_check check (documentid ~ '^[A-Za-z0-9_-]{1,64}$'),
  siteid text not null,
  studyid text not null,
  title text not null constraint study_document_title_check check (octet_length(title) between 1 and 2000),
  kind text not null constraint study_document_kind_check check (octet_length(kind) between 1 and 2000),
  latest integer not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint study_document_pkey primary key (documentid, siteid),
  constraint study_document_study_fkey foreign key (studyid, siteid) references study (studyid, siteid)
);
comment on column study_document.latest is 'The number of the newest version.';
create index study_document_studyid_idx on study_document (studyid);
create trigger study_document_history after insert or update or delete on study_document
  for each row execute function record_history('documentid');
create trigger study_document_version before update on study_document
  for each row execute function bump_version();

create table study_document_version (
  documentid text not null,
  number integer not null constraint study_document_version_number_check check (number >= 1),
  siteid text not null,
  studyid text not null,
  filename text not null constraint study_document_version_filename_check check (octet_length(filename) between 1 and 2000),
  date text constraint study_document_version_date_check check (date ~ '^\d{4}-\d\d-\d\d$'),
  object_name text not null,
  status text not null default 'PENDING'
    constraint study_document_version_status_check check (status in ('PENDING', 'UPLOADED', 'FAILED')),
  size bigint constraint study_document_version_size_check check (size between 1 and 52428800),
  sha256 text constraint study_document_version_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  uploaded_by text not null,
  created_at timestamptz not null default now(),
  constraint study_document_version_pkey primary key (documentid, number, siteid),
  constraint study_document_version_document_fkey foreign key (documentid, siteid) references study_document (documentid, siteid),
  constraint study_document_version_uploaded_check check ((status = 'UPLOADED') = (size is not null))
);
comment on column study_document_version.date is 'The date of the document itself, yyyy-MM-dd.';
comment on column study_document_version.uploaded_by is 'The name of whoever uploaded it.';
create index study_document_version_pending_idx on study_document_version (expires_at) where status = 'PENDING';
create index study_document_version_failed_idx on study_document_version (expires_at) where status = 'FAILED';
create trigger study_document_version_history after insert or update or delete on study_document_version
  for each row execute function record_history('documentid');

create view current_study_document as
  select study_document.* from study_document join current_study using (studyid, siteid) where study_document.removed_at is null;
create view current_study_document_version as
  select study_document_version.* from study_document_version join current_study_document using (documentid, siteid);

grant select, insert, update on study_document, study_document_version to casebook_runtime;
grant select on current_study_document, current_study_document_version to casebook_runtime;
