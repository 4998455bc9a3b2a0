import { readRows } from '@casebook/domain/exports/read-rows.ts'
import { type ExportRows, exportLists, exportStreams } from '@casebook/domain/exports/rows.ts'
import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import { readsOf, type SiteData } from '../access/site-data.ts'
import { release } from '../config/release.ts'
import { type ExportPlace, exportStatements } from './export-statements.sql.ts'

type Place = { siteid: string; studyid: string; subjectid: string; history: boolean }

/** No text of JSON contains it as it is. */
const separator = '\u001e'

const lists = [...exportLists, ...exportStreams, 'history'] as const

/** The rows of an export of one subject, small enough for memory, read by one statement and so from one snapshot. */
export async function readSubjectRows(db: SiteData, scope: Scope, place: Place, zone: string): Promise<ExportRows> {
  return readSomeRows(db, scope, { ...place, subjectids: null, closedOnly: false, deleted: false }, zone, 'all')
}

/**
 * The same of some subjects; `of the study`: without anything of any subject. `place.subjectids` must be few enough for
 * memory.
 */
export async function readSomeRows(
  db: SiteData,
  scope: Scope,
  place: ExportPlace,
  zone: string,
  which: 'all' | 'of the study',
): Promise<ExportRows> {
  const { siteid, subjectid, subjectids, history } = place
  const studyid = place.studyid ?? undefined
  const statements = exportStatements(scope, place)
  const all = which === 'all' ? lists : exportLists
  const wanted = all.filter((list) => list !== 'history' || history)
  // One text each: an array would be read character by character.
  const columns = wanted.map(
    (list) => sql`(select string_agg(line, ${separator}) from (${statements[list]}) as listed) as ${sql.ref(list)}`,
  )
  const { rows } = await sql<{ at: Date } & Record<(typeof lists)[number], string | null | undefined>>`
    select now() as at, ${sql.join(columns)}`.execute(readsOf(db, scope))
  const [found] = rows
  const at = (found?.at ?? new Date()).toISOString()
  const extent = { closedOnly: false, deleted: false, deletedSubjects: null }
  const shown = {
    ...{ siteid, studyid, files: false, history, ...extent },
    subjectids: subjectid === null ? (subjectids ?? undefined) : [subjectid],
  }
  return readRows({ at, release, zone, ...shown }, async function* (list) {
    for (const line of linesOf((list !== 'users' && found?.[list]) || '')) yield JSON.parse(line)
  })
}

function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const to = text.indexOf(separator, from)
    const end = to < 0 ? text.length : to
    yield text.slice(from, end)
    from = end + 1
  }
}
