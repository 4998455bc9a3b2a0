-- Brings databases made by earlier commits of 0.1.0, whose migrations were edited after they had run, to the schema that
-- the files 0001 to 0030 make today. On a database that has it already nothing is locked or rewritten.

create or replace function record_history() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  who text := current_setting('casebook.actor', true);
  was jsonb;
  becomes jsonb;
  row_ids jsonb;
  what text;
begin
  if coalesce(who, '') = '' then
    raise exception 'a write to % without an actor', tg_table_name using errcode = 'CB001';
  end if;
  if tg_op = 'INSERT' then
    becomes := to_jsonb(new);
    row_ids := becomes;
    what := 'ADDED';
  elsif tg_op = 'DELETE' then
    was := to_jsonb(old);
    row_ids := was;
    what := 'REMOVED';
  else
    was := to_jsonb(old);
    becomes := to_jsonb(new);
    row_ids := becomes;
    what := 'UPDATED';
    -- Both are absent where the table has no such column.
    if was -> 'removed_at' <> becomes -> 'removed_at' then
      what := case jsonb 'null' when was -> 'removed_at' then 'REMOVED' when becomes -> 'removed_at' then 'ADDED' else 'UPDATED' end;
    end if;
  end if;
  insert into public.history (actor, actor_name, groups, reason, kind, action, siteid, studyid, subjectid, id, before, after)
  values (
    who,
    coalesce(current_setting('casebook.actor_name', true), ''),
    coalesce(nullif(current_setting('casebook.groups', true), '')::text[], '{}'),
    nullif(current_setting('casebook.reason', true), ''),
    tg_table_name, what,
    row_ids ->> 'siteid', row_ids ->> 'studyid', row_ids ->> 'subjectid', row_ids ->> tg_argv[0],
    was, becomes);
  return null;
end $$;

do $$
declare
  c record;
begin
  -- Finding a lost commit relies on history.at being the time of the transaction.
  if (select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = 'history'::regclass
      and adnum = (select attnum from pg_attribute where attrelid = 'history'::regclass and attname = 'at')) <> 'now()' then
    alter table history alter column at set default now();
  end if;
  if exists (select from pg_constraint where conrelid = 'history'::regclass and conname = 'history_action_check') then
    alter table history drop constraint history_action_check;
  end if;
  if pg_get_indexdef('history_record_idx'::regclass) not like '%WHERE (subjectid IS NULL)' then
    drop index history_record_idx;
    create index history_record_idx on history (kind, id, historyid) where subjectid is null;
  end if;
  -- JSON is put together as text: ids must hold nothing that JSON would have to escape.
  for c in select * from (values
    ('study', 'studyid'), ('activity_type', 'activitytypeid'), ('form_type', 'formtypeid'),
    ('reference_data', 'referencedataid')) as x (name, id)
  loop
    if not exists (select from pg_constraint where conrelid = c.name::regclass and conname = format('%s_%s_check', c.name, c.id)) then
      execute format('alter table %I add constraint %I check (%I ~ %L)', c.name, format('%s_%s_check', c.name, c.id), c.id,
        '^[A-Za-z0-9_-]{1,64}$');
    end if;
  end loop;
  if to_regclass('subject_order_idx') is null then
    create index subject_order_idx on subject (studyid, siteid, (coalesce(identifier_key, lower(subjectid))) collate "C", subjectid);
  end if;
end $$;
comment on column history.action is 'ADDED, UPDATED or REMOVED, as the trigger finds it.';
comment on column history.at is 'When the transaction began; the same for all that it changed.';

-- What 0.1.0 reads at its start. It stays as it was, so that servers of 0.1.0 restart beside those of 0.2.0; from 0.2.0 on
-- schema_migration keeps the account.
create table if not exists migration (
  name varchar(255) not null constraint migration_pkey primary key,
  timestamp varchar(255) not null
);
create table if not exists migration_lock (
  id varchar(255) not null constraint migration_lock_pkey primary key,
  is_locked integer not null default 0
);
insert into migration_lock (id, is_locked) values ('migration_lock', 0) on conflict do nothing;
insert into migration (name, timestamp)
  select name, to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  from (values ('0001-records'), ('0002-people'), ('0010-access-tokens'), ('0020-idempotency'), ('0030-lists-of-a-study')) as x (name)
  on conflict do nothing;
-- A migration of an earlier commit, whose content 0001 took over.
delete from migration where name = '0040-plain-ids';
