-- A subject can be moved to another study of its site, with everything below it.

-- A row that goes to another study is told as removed there and added here: whoever reads the changes of one study sees its own part.
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
    if was -> 'studyid' <> becomes -> 'studyid' then
      insert into public.history (actor, actor_name, groups, reason, kind, action, siteid, studyid, subjectid, id, before)
      values (
        who,
        coalesce(current_setting('casebook.actor_name', true), ''),
        coalesce(nullif(current_setting('casebook.groups', true), '')::text[], '{}'),
        nullif(current_setting('casebook.reason', true), ''),
        tg_table_name, 'REMOVED',
        was ->> 'siteid', was ->> 'studyid', was ->> 'subjectid', was ->> tg_argv[0],
        was);
      was := null;
      what := 'ADDED';
    elsif was -> 'removed_at' <> becomes -> 'removed_at' then
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

-- What the subject wears and wore goes with it. Visits are those of the same names.
create function move_worn() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update worn set studyid = new.studyid, visitid = coalesce((
      select own.visitid from visit former join visit own on own.name_key = former.name_key and own.siteid = former.siteid
      where former.visitid = worn.visitid and former.siteid = worn.siteid and own.studyid = new.studyid), worn.visitid)
    where worn.subjectid = new.subjectid and worn.siteid = new.siteid;
  return null;
end $$;

create trigger subject_worn after update of studyid on subject
  for each row when (old.studyid <> new.studyid) execute function move_worn();

create trigger subject_moved_facts after update of studyid on subject
  for each row when (old.studyid <> new.studyid) execute function note_outdated_facts('subject');
