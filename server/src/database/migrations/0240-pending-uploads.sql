-- Uploads that have begun and are not settled, of every kind of file: how many a person and a site may have is bounded.

create table pending_upload (
  object_name text not null constraint pending_upload_pkey primary key,
  siteid text not null,
  personid text not null,
  person_name text not null,
  bytes bigint not null constraint pending_upload_bytes_check check (bytes > 0),
  expires_at timestamptz not null
);
comment on table pending_upload is 'Uploads that have begun and are not settled. No history: it is of the moment.';
comment on column pending_upload.bytes is 'The most that the store may receive for it.';
comment on column pending_upload.expires_at is 'When its policy runs out, and it no longer counts.';
create index pending_upload_siteid_idx on pending_upload (siteid, expires_at);
create index pending_upload_personid_idx on pending_upload (personid, expires_at);

grant select, insert, delete on pending_upload to casebook_runtime;
