import type pg from 'pg'

const parts = {
  columns: `select format('%s.%s %s %s null=%s default=%s identity=%s collation=%s comment=%s', c.relname, a.attname,
      format_type(a.atttypid, a.atttypmod), a.attnum, not a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attidentity,
      a.attcollation::regcollation, col_description(c.oid, a.attnum))
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')`,
  tables: `select format('%s %s %s %s rls=%s %s', relname, relkind, relpersistence, reloptions, relrowsecurity, obj_description(oid, 'pg_class'))
    from pg_class where relnamespace = 'public'::regnamespace`,
  rights: `select format('%s %s', relname, array(select unnest(relacl)::text order by 1)) from pg_class
    where relnamespace = 'public'::regnamespace`,
  indexes: `select pg_get_indexdef(indexrelid) || ' valid=' || indisvalid from pg_index
    where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
  constraints: `select format('%s %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) from pg_constraint
    where connamespace = 'public'::regnamespace`,
  triggers: `select format('%s %s', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal`,
  functions: `select pg_get_functiondef(oid) || ' ' || array(select unnest(proacl)::text order by 1)::text from pg_proc
    where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')`,
  views: `select viewname || ' ' || definition from pg_views where schemaname = 'public'`,
  sequences: `select format('%s %s %s %s', sequencename, data_type, start_value, increment_by) from pg_sequences where schemaname = 'public'`,
  types: `select format('%s %s', typname, typtype) from pg_type where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r')`,
  account: `select name || ' ' || sha256 || ' ' || oldest_release from schema_migration`,
  earlierAccount: `select name from migration union all select id || is_locked from migration_lock`,
} as const

/** Everything in a database's schema, as sorted lines: two schemas are equal if these are. */
export async function fingerprint(client: pg.Client): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const [part, text] of Object.entries(parts)) {
    const { rows } = await client.query<{ line: string }>(
      `select line from (${text}) as listed (line) order by line collate "C"`,
    )
    found[part] = rows.map(({ line }) => line)
  }
  return found
}
