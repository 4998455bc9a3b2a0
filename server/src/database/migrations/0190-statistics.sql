-- Statistics of tables of which much has changed, without waiting for the database to notice. By the rule of autovacuum, so
-- that it costs nothing where nothing is to be gathered. A table that is being vacuumed gets them from that.
create function gather_statistics() returns void language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  name regclass;
begin
  for name in
    select changed.relid from pg_stat_user_tables changed join pg_class on pg_class.oid = changed.relid
    where changed.schemaname = 'public' and pg_class.relowner = (select oid from pg_roles where rolname = current_user)
      and changed.n_mod_since_analyze > 50 + 0.1 * greatest(pg_class.reltuples, 0)
  loop
    execute format('analyze (skip_locked) %s', name);
  end loop;
end $$;
revoke all on function gather_statistics() from public;
grant execute on function gather_statistics() to casebook_runtime;
