import { type ExportRows, leftOutLists } from '../rows.ts'
import { FormValues } from './form-values.ts'
import { TermFinder } from './term-finder.ts'

/** So many texts are looked for; they are held in memory. */
const mostTerms = 200_000

/** Gathers the texts that must be gone from a de-identified export. */
export async function gatheredTerms(rows: ExportRows): Promise<TermFinder> {
  const finder = new TermFinder()
  const add = (...texts: unknown[]) => {
    for (const text of texts) if (typeof text === 'string' && finder.size < mostTerms) finder.add(text)
  }
  const values = new Map(rows.formTypes.map((formtype) => [formtype.formtypeid, new FormValues(formtype)]))
  const addFields = (formtypeid: string, fields: unknown) => {
    for (const { key, value } of Array.isArray(fields) ? fields : []) {
      if (values.get(formtypeid)?.kept({ key: String(key), value: String(value) }, 0) === undefined) add(value)
    }
  }
  for (const { name } of rows.users) add(name)
  for (const { deviceid, hw_id, created_by, changed_by } of rows.devices) add(deviceid, hw_id, created_by, changed_by)
  for (const { list, texts } of leftOutLists) for (const row of rows[list]) add(...texts.map((name) => row[name]))
  for await (const row of rows.subjects()) add(row.subjectid, row.identifier, row.created_by, row.changed_by)
  for await (const row of rows.subjectVisits()) add(row.reason, row.outsideReason, row.orderReason)
  for await (const row of rows.forms()) {
    addFields(row.formtypeid, row.fields)
    for (const { reason } of row.confirmed ?? []) add(reason)
    add(row.label, row.created_by, row.changed_by)
  }
  for await (const row of rows.activities()) add(row.comment, row.label, row.created_by, row.changed_by)
  for await (const row of rows.runningActivities()) add(row.startedBy, row.label)
  for await (const { filename, referencedataid, persistedObjectName, description } of rows.referenceData()) {
    add(filename, filename.replace(/\.[^.]*$/, ''), referencedataid, persistedObjectName, description?.serialnumber)
  }
  if (!rows.heading.history) return finder
  for await (const row of rows.history()) {
    if (row.subjectid === null) continue
    add(row.actor_name, row.reason)
    for (const json of [row.before, row.after]) {
      const { fields, formtypeid, comment, label, reason, identifier, filename, outside_reason, order_reason } =
        json === null ? {} : JSON.parse(json)
      addFields(String(formtypeid), fields)
      add(comment, label, reason, outside_reason, order_reason, row.kind === 'subject' && identifier, filename)
    }
  }
  return finder
}
