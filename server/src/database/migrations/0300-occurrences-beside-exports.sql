-- An export reads in one transaction, and keeps the constraints from being lifted until it ends. Meanwhile who reads or
-- writes forms and activities would wait behind whoever wants to lift them. So it is tried for a tenth of a second at a
-- time, with pauses in which others go on.
create or replace function allow_occurrences() returns void language plpgsql security definer
  set search_path = pg_catalog, public
  set lock_timeout = '100ms' as $$
declare
  t record;
begin
  if not exists (select from pg_constraint where conname in ('form_once_key', 'activity_once_key', 'running_activity_once_key')
    and conrelid in ('public.form'::regclass, 'public.activity'::regclass, 'public.running_activity'::regclass)) then
    return;
  end if;
  -- Two at once would each wait for the other, who has read the tables. The server runs the write again.
  if not pg_try_advisory_xact_lock(hashtextextended('allow_occurrences', 0)) then
    perform pg_sleep(0.2);
    raise exception 'another transaction lifts the constraints' using errcode = 'deadlock_detected';
  end if;
  for attempt in 1..20 loop
    begin
      for t in select conrelid::regclass as name, conname from pg_constraint
        where conname in ('form_once_key', 'activity_once_key', 'running_activity_once_key')
          and conrelid in ('public.form'::regclass, 'public.activity'::regclass, 'public.running_activity'::regclass)
        order by conname
      loop
        execute format('alter table %s drop constraint if exists %I', t.name, t.conname);
      end loop;
      return;
    exception when lock_not_available then
      if attempt = 20 then
        raise;
      end if;
    end;
    perform pg_sleep(0.05);
  end loop;
end $$;
