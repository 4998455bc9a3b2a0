-- People, their sessions, e-mail codes and the mail that goes out to them.

create table person (
  personid text not null constraint person_pkey primary key,
  issuer text not null,
  sub text not null,
  state text not null default 'pending' constraint person_state_check check (state in ('pending', 'active', 'deactivated')),
  groups text[] not null default '{}',
  all_sites boolean not null default false,
  sites text[] not null default '{}',
  given_name text constraint person_given_name_check check (char_length(given_name) between 1 and 200),
  family_name text constraint person_family_name_check check (char_length(family_name) between 1 and 200),
  email text constraint person_email_check check (char_length(email) between 3 and 254),
  email_verified boolean not null default false,
  phone_number text constraint person_phone_number_check check (char_length(phone_number) between 1 and 40),
  phone_number_verified boolean not null default false,
  sessions_ended_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint person_issuer_sub_key unique (issuer, sub)
);
comment on column person.sub is 'As the provider sends it, byte for byte: + / = occur in it.';
comment on column person.sessions_ended_at is 'Sessions that began before this are over, whatever else they say.';
create index person_pending_idx on person (created_at) where state = 'pending';

create trigger person_history after insert or update or delete on person for each row execute function record_history('personid');
create trigger person_version before update on person for each row execute function bump_version();

-- What changes at every sign-in. No history: it is the provider's word, not a decision of anybody here.
create table person_asserted (
  personid text not null constraint person_asserted_pkey primary key
    constraint person_asserted_person_fkey references person (personid) on delete cascade,
  name text,
  hpr_number text,
  assurance_level text,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
comment on column person_asserted.hpr_number is 'The number in the register of health personnel.';

create table session (
  sessionid text not null constraint session_pkey primary key,
  personid text not null constraint session_person_fkey references person (personid) on delete cascade,
  created_at timestamptz not null default now(),
  last_active_at timestamptz not null default now(),
  user_agent text,
  address text,
  token_groups text[] not null default '{}',
  issuer text not null,
  provider_sid text,
  id_token text
);
comment on column session.sessionid is 'SHA-256 of the cookie''s token, lowercase hex: the row opens nothing.';
comment on column session.token_groups is 'Groups that the provider''s token carried and the deployment maps; they last as long as the session.';
comment on column session.id_token is 'Sealed; the hint for signing out at the provider.';
create index session_personid_idx on session (personid);
create index session_provider_sid_idx on session (issuer, provider_sid) where provider_sid is not null;
create index session_created_at_idx on session (created_at);

-- States, codes and token ids that may be used once, until they would no longer be accepted anyway.
create table used_once (
  usedid text not null constraint used_once_pkey primary key,
  expires_at timestamptz not null
);
create index used_once_expires_at_idx on used_once (expires_at);

-- Events that limits count, by key: 'code:<personid>', 'sign-in:<address>'.
create table limit_hit (
  key text not null,
  at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index limit_hit_key_idx on limit_hit (key, at);
create index limit_hit_expires_at_idx on limit_hit (expires_at);

create table email_code (
  personid text not null constraint email_code_pkey primary key
    constraint email_code_person_fkey references person (personid) on delete cascade,
  email text not null,
  code_mac text not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table email_code is 'The one code of a person that counts; a new one replaces it.';

create table mail (
  mailid text not null constraint mail_pkey primary key,
  recipient_name text,
  recipient_address text not null,
  subject text not null,
  body text,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text
);
comment on column mail.body is 'Sealed, and gone once the message was handed over: it may carry a code.';
create index mail_due_idx on mail (next_attempt_at) where sent_at is null and failed_at is null;

grant select, insert, update, delete on person, person_asserted, session, used_once, limit_hit, email_code, mail to casebook_runtime;
