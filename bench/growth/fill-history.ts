import type pg from 'pg'

/** The tables whose rows get the history row of their insertion, and their id column. */
const kinds: [table: string, id: string][] = [
  ['subject', 'subjectid'],
  ['subject_device', 'deviceuid'],
  ['form', 'formtypeid'],
  ['activity', 'activitytypeid'],
  ['reference_data', 'referencedataid'],
]
const columns = 'actor, actor_name, groups, kind, action, siteid, studyid, subjectid, id, before, after'
const actor = `'bench', 'Bench', '{hp}'`

/** The history of a site's records: each added once, and each activity changed `changes` times, a whole number. */
export async function fillHistory(superuser: pg.Client, siteid: string, changes: number): Promise<void> {
  for (const [table, id] of kinds) {
    await superuser.query(
      `insert into history (${columns}) select ${actor}, '${table}', 'ADDED', siteid, studyid, subjectid, ${id}, null, to_jsonb(t)
      from ${table} t where siteid = $1`,
      [siteid],
    )
  }
  await superuser.query(
    `insert into history (${columns}) select ${actor}, 'activity', 'UPDATED', siteid, studyid, subjectid, activitytypeid, to_jsonb(t), to_jsonb(t)
    from activity t, generate_series(1, $2::int) where siteid = $1`,
    [siteid, changes],
  )
}

/**
 * Indexes of the history are rebuilt after filling, because inserting into them row by row is slow. Returns a function
 * that does so.
 */
export async function withoutHistoryIndexes(superuser: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await superuser.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = 'history' and indexname <> 'history_pkey'`,
  )
  for (const { indexname } of rows) await superuser.query(`drop index ${indexname}`)
  return async () => {
    for (const { indexdef } of rows) await superuser.query(indexdef.replace(' ON ONLY ', ' ON '))
  }
}
