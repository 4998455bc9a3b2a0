import { type RawBuilder, sql } from 'kysely'

/**
 * Who added and last changed each record of a kind, and when, from the history: `subjectid` (null for a record of no
 * subject) and `id`, of a visit followed by its occurrence, with `created_at`, `created_by`, `changed_at` and `changed_by`. The history of subjects is read once,
 * not for each record.
 */
export function provenanceOf(kind: string, siteid: string, picked?: RawBuilder<unknown>) {
  // The history knows a device by its deviceid, which a new name changes.
  const now = sql`coalesce(history.after, history.before)`
  const id =
    kind === 'device'
      ? sql`${now} ->> 'deviceuid'`
      : kind === 'subject_visit'
        ? sql`history.id || ' ' || (${now} ->> 'occurrence')`
        : sql`history.id`
  const first = (list: RawBuilder<unknown>) => sql`(${list})[1]`
  const inOrder = (column: string) => sql`array_agg(${sql.ref(column)} order by history.historyid)`
  const last = (column: string) => sql`(array_agg(${sql.ref(column)} order by history.historyid desc))[1]`
  const ofSubjects = picked
    ? sql`history.subjectid in (select subjectid from (${picked}) subject)`
    : sql`history.subjectid is null`
  return sql`(select history.subjectid, ${id} as id,
      ${first(inOrder('history.at'))} as created_at, ${first(inOrder('history.actor_name'))} as created_by,
      ${last('history.at')} as changed_at, ${last('history.actor_name')} as changed_by
    from history where history.siteid = ${siteid} and history.kind = ${kind} and ${ofSubjects}
    group by 1, 2)`
}

/** The keys of `Provenance` for json_build_object, of a row joined as `provenance`. */
export const provenanceKeys = sql`'created_at', ${isoTime('provenance.created_at')}, 'created_by', provenance.created_by,
  'changed_at', ${isoTime('provenance.changed_at')}, 'changed_by', provenance.changed_by`

export function isoTime(column: string) {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
