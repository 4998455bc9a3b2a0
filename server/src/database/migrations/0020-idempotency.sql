-- What was answered to a write that its caller named, so that it can be sent again when the answer got lost.

create table idempotency_key (
  personid text not null,
  key text not null constraint idempotency_key_key_check check (octet_length(key) between 1 and 200),
  place integer not null,
  body_sha256 text not null,
  answer text,
  created_at timestamptz not null default now(),
  constraint idempotency_key_pkey primary key (personid, key, place)
);
comment on table idempotency_key is 'Written in the same transaction as what it names, so that one is there if and only if the other is. Kept for 24 hours.';
comment on column idempotency_key.place is 'Which of the call''s transactions it was, from 0.';
create index idempotency_key_created_at_idx on idempotency_key (created_at);

grant select, insert, update, delete on idempotency_key to casebook_runtime;
