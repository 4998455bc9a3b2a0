import type { SubjectHistoryQuery } from '../../generated/graphql.ts'

export type HistoryEntry = SubjectHistoryQuery['listHistory'][number]

/** One thing that differs between the record before and after: values as they are stored, undefined for none. */
export type HistoryChange = { label: string; before: string | undefined; after: string | undefined }

type Row = Readonly<Record<string, unknown>>

/** What people want to know of a record, in the order in which they read it. Form fields come by their own names. */
const told: Readonly<Record<string, readonly string[]>> = {
  subject: ['identifier', 'status', 'snapshot_sha256'],
  subject_device: ['deviceid', 'position'],
  form: ['fields'],
  activity: ['start_time', 'stop_time', 'comment'],
  reference_data: ['filename', 'status', 'size'],
}

export function rowOf(json: string | null | undefined): Row {
  const row: unknown = json ? JSON.parse(json) : undefined
  return typeof row === 'object' && row !== null ? { ...row } : {}
}

export type StatusStep = 'closed' | 'reopened' | 'deleted'

/** Where an entry took the subject's status to; undefined where it did not. */
export function statusStep({ kind, action, before, after }: HistoryEntry): StatusStep | undefined {
  if (kind !== 'subject' || action !== 'UPDATED') return undefined
  const status = rowOf(after).status
  if (rowOf(before).status === status) return undefined
  return status === 'CLOSED' ? 'closed' : status === 'DELETED' ? 'deleted' : 'reopened'
}

/** The snapshot that a closing recorded, as indented JSON. */
export function snapshotOf(entry: HistoryEntry): string | undefined {
  const { snapshot } = rowOf(entry.after)
  if (statusStep(entry) !== 'closed' || typeof snapshot !== 'string') return undefined
  return JSON.stringify(JSON.parse(snapshot), null, 2)
}

/** What an entry changed, leaving out what only the server needs (keys, versions, object names). */
export function historyChanges(entry: HistoryEntry): HistoryChange[] {
  const before = entry.action === 'ADDED' ? {} : rowOf(entry.before)
  const after = entry.action === 'REMOVED' ? {} : rowOf(entry.after)
  return (told[entry.kind] ?? []).flatMap((label) =>
    label === 'fields' ? fieldChanges(before.fields, after.fields) : changeOf(label, before[label], after[label]),
  )
}

function changeOf(label: string, before: unknown, after: unknown): HistoryChange[] {
  const [was, becomes] = [textOf(before), textOf(after)]
  return was === becomes ? [] : [{ label, before: was, after: becomes }]
}

/** A form's values, `[{key, value}]`, field by field. */
function fieldChanges(before: unknown, after: unknown): HistoryChange[] {
  const [was, becomes] = [valuesOf(before), valuesOf(after)]
  const names = [...new Set([...becomes.keys(), ...was.keys()])]
  return names.flatMap((name) => changeOf(name, was.get(name), becomes.get(name)))
}

function valuesOf(fields: unknown): Map<string, unknown> {
  const values = new Map<string, unknown>()
  if (!Array.isArray(fields)) return values
  for (const field of fields) {
    if (typeof field !== 'object' || field === null) continue
    const { key, value }: { key?: unknown; value?: unknown } = field
    if (typeof key === 'string') values.set(key, value)
  }
  return values
}

function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}
