import { chunked } from '../chunks.ts'
import type { ExportRows } from '../rows.ts'

/**
 * A subject's whole record as one JSON text, from the rows of an export of that subject: the present state and, with
 * history, every change. Values are as stored. Throws if the rows contain no subject, or several.
 */
export function subjectJson(rows: ExportRows): AsyncGenerator<string> {
  return chunked(pieces(rows))
}

async function* pieces(rows: ExportRows): AsyncGenerator<string> {
  const [subject, ...others] = await Array.fromAsync(rows.subjects())
  if (!subject || others.length > 0)
    throw new Error(`The record of one subject was asked for, not of ${others.length + 1}.`)
  const { at, release, zone, history } = rows.heading
  const { snapshot, ...own } = subject
  const study = rows.studies.find(({ studyid }) => studyid === subject.studyid)
  const used = new Set<string>()
  yield `{"at": ${json(at)}, "release": ${json(release)}, "zone": ${json(zone)},\n"study": ${json(study)},\n"subject": ${json(own)},\n`
  yield '"devices": ['
  yield* list(rows.subjectDevices())
  yield '],\n"forms": ['
  yield* list(collectTypes(rows.forms(), used))
  yield '],\n"activities": ['
  yield* list(rows.activities())
  yield '],\n"runningActivities": ['
  yield* list(rows.runningActivities())
  yield '],\n"referenceData": ['
  yield* list(rows.referenceData())
  yield `],\n"formTypes": ${json(rows.formTypes.filter(({ formtypeid }) => used.has(formtypeid)))},\n`
  yield `"snapshot": ${json(snapshot)}`
  if (history) {
    yield ',\n"history": ['
    yield* list(rows.history())
    yield ']'
  }
  yield '}\n'
}

/** Passes the forms through and collects their types. */
async function* collectTypes<Row extends { formtypeid: string }>(rows: AsyncIterable<Row>, used: Set<string>) {
  for await (const row of rows) {
    used.add(row.formtypeid)
    yield row
  }
}

async function* list(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '\n'
  for await (const row of rows) {
    yield separator + json(row)
    separator = ',\n'
  }
}

function json(value: unknown): string {
  return JSON.stringify(value ?? null)
}
