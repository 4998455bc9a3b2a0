-- Forms list their values in the order of the form type, and a write that changes nothing leaves no trace.

-- True for the types that are there already: what became of their fields is not known.
alter table form_type add column reordered boolean not null default true;
alter table form_type alter column reordered set default false;
comment on column form_type.reordered is 'Whether forms may hold values in another order than the type''s fields: a field was moved or taken out. False saves sorting them.';

create or replace function bump_version() returns trigger language plpgsql as $$
begin
  if new is distinct from old then
    new.version := old.version + 1;
  end if;
  return new;
end $$;

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
  elsif new is not distinct from old then
    return null;
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
