-- What the embedded identity provider of local mode remembers, so that any of several servers goes on with a sign-in.
create table provider_state (
  model text not null,
  id text not null,
  payload jsonb not null,
  uid text,
  user_code text,
  grant_id text,
  expires_at timestamptz not null,
  constraint provider_state_pkey primary key (model, id)
);
comment on table provider_state is 'Empty where OIDC_ISSUER is set.';
create index provider_state_uid_idx on provider_state (model, uid) where uid is not null;
create index provider_state_grant_idx on provider_state (grant_id) where grant_id is not null;
create index provider_state_expires_at_idx on provider_state (expires_at);
grant select, insert, update, delete on provider_state to casebook_runtime;
