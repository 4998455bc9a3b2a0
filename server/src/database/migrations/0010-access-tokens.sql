-- Personal access tokens, by which scripts act for a person.

create table access_token (
  tokenid text not null constraint access_token_pkey primary key,
  personid text not null constraint access_token_person_fkey references person (personid),
  name text not null constraint access_token_name_check check (char_length(name) between 1 and 200),
  prefix text not null,
  token_hash text not null constraint access_token_token_hash_key unique,
  scopes text[] not null constraint access_token_scopes_check check (scopes <@ '{read,write,export}' and cardinality(scopes) > 0),
  studies text[] constraint access_token_studies_check check (cardinality(studies) > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  removed_at timestamptz,
  constraint access_token_expires_at_check check (expires_at <= created_at + interval '91 days')
);
comment on column access_token.token_hash is 'SHA-256 of the token, lowercase hex; the token itself has 238 random bits.';
comment on column access_token.studies is 'The studyids it is confined to; null for all that its owner sees.';
create index access_token_personid_idx on access_token (personid);
create trigger access_token_history after insert or update or delete on access_token
  for each row execute function record_history('tokenid');

-- The last use is told apart from the token, since it is no change that anybody made.
create table access_token_use (
  tokenid text not null constraint access_token_use_pkey primary key
    constraint access_token_use_token_fkey references access_token (tokenid) on delete cascade,
  last_used_at timestamptz not null default now(),
  address text
);

grant select, insert, update on access_token, access_token_use to casebook_runtime;
