-- Third: a partitioned table takes the place of the history, which becomes its first partition. By the promise that was checked
-- before, PostgreSQL need not read it again.

alter table history rename to history_1;
alter table history_1 rename constraint history_pkey to history_1_pkey;
alter index history_subject_idx rename to history_1_subject_idx;
alter index history_record_idx rename to history_1_record_idx;
alter index history_tx_idx rename to history_1_tx_idx;

create table history (like history_1 including defaults including storage including comments,
  constraint history_pkey primary key (historyid)) partition by range (historyid);
comment on table history is 'Append-only: who changed what, when, why, before and after. Written by triggers alone; also the outbox of live updates. Partitioned by range of its number.';
create index history_subject_idx on history (subjectid, historyid) where subjectid is not null;
-- What belongs to a subject is found by the subject.
create index history_record_idx on history (kind, id, historyid) where subjectid is null;
create index history_tx_idx on history (tx, historyid);
create trigger history_append_only before update or delete or truncate on history
  for each statement execute function refuse_history_change();

do $$
declare
  last bigint;
  begun boolean;
  may record;
begin
  select last_value, is_called into last, begun from history_historyid_seq;
  alter table history_1 alter column historyid drop identity;
  alter table history alter column historyid add generated always as identity;
  perform setval('history_historyid_seq', last, begun);
  execute format('alter table history attach partition history_1 for values from (minvalue) to (%s)',
    (select substring(pg_get_constraintdef(oid) from '\d+') from pg_constraint
      where conrelid = 'history_1'::regclass and conname = 'history_bound'));
  alter table history_1 drop constraint history_bound;
  -- Whoever could read the table before can read it now.
  for may in select grantee, privilege_type from pg_class, aclexplode(relacl) where pg_class.oid = 'history_1'::regclass loop
    execute format('grant %s on history to %s', may.privilege_type,
      case may.grantee when 0 then 'public' else may.grantee::regrole::text end);
  end loop;
end $$;

-- Where the partition ends that takes the highest numbers.
create function history_end() returns bigint language sql stable set search_path = pg_catalog, public as $$
  select max(substring(pg_get_expr(relpartbound, oid) from 'TO \(''?(\d+)''?\)')::bigint)
  from pg_inherits join pg_class on oid = inhrelid where inhparent = 'public.history'::regclass
$$;
comment on function history_end() is 'The first number of the history that no partition takes.';

-- Makes partitions ahead until entries up to a number have room. Who writes and reads meanwhile does not wait: an empty table
-- is made and attached.
create function extend_history(upto bigint) returns void language plpgsql set search_path = pg_catalog, public as $$
declare
  size constant bigint := 50000000;
  name text;
  bound bigint;
begin
  perform pg_advisory_xact_lock(hashtext('extend_history'));
  bound := history_end();
  while bound <= upto loop
    select 'history_' || max(substring(relname from '^history_(\d+)$')::int) + 1 into name
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r';
    execute format('create table public.%I (like public.history including defaults including storage)', name);
    execute format('create trigger history_append_only before update or delete or truncate on public.%I
      for each statement execute function public.refuse_history_change()', name);
    execute format('alter table public.history attach partition public.%I for values from (%s) to (%s)', name, bound, bound + size);
    bound := bound + size;
  end loop;
end $$;
revoke all on function extend_history(bigint) from public;

-- What the servers call now and then: a fifth of a partition is always free.
create function extend_history() returns void language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  needed bigint;
begin
  select last_value + 10000000 into needed from history_historyid_seq;
  if history_end() <= needed then
    perform extend_history(needed);
  end if;
end $$;
revoke all on function extend_history() from public;
grant execute on function extend_history() to casebook_runtime;
grant execute on function history_end() to casebook_runtime;
