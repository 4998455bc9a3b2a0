import { keyOfOccurrence } from '@casebook/domain/shared/names/occurrences.ts'
import type { HistoryKind, WholeEntryFragment } from '../generated/graphql.ts'
import { historyEn } from './messages.en.ts'

export type HistoryEntry = WholeEntryFragment

/**
 * One difference between the record before and after: stored values, undefined for none. `isReason`: why the value of the
 * form field `label` is right, though unusual. `isVersion`: the version of the form type that judged the form.
 * `isLabel`: the label of the form itself.
 */
export type HistoryChange = {
  label: string
  before: string | undefined
  after: string | undefined
  isReason?: boolean
  isVersion?: boolean
  isLabel?: boolean
}

type Row = Readonly<Record<string, unknown>>

type SubjectKind = Exclude<HistoryKind, keyof typeof historyEn.kinds>

/** The displayed fields of a subject's records, in order. Form fields have their own names. */
const subjectFields: Readonly<Record<SubjectKind, readonly string[]>> = {
  subject: ['studyid', 'identifier', 'status', 'snapshot_sha256'],
  subject_device: ['deviceid', 'position', 'body_place', 'from_time', 'to_time', 'visitid'],
  form: ['label', 'fields', 'confirmed', 'type_number'],
  activity: ['label', 'start_time', 'stop_time', 'comment'],
  running_activity: ['label', 'start_time'],
  reference_data: ['filename', 'status', 'size', 'zone', 'clock_correction'],
  subject_visit: ['date', 'state', 'reason', 'outside_reason', 'order_reason'],
}

/** Whether a record belongs to the study itself. Of these the history shows what its texts name. */
export function isOfStudy(kind: HistoryKind): kind is keyof typeof historyEn.kinds {
  return Object.hasOwn(historyEn.kinds, kind)
}

function shownFields(kind: HistoryKind): readonly string[] {
  return isOfStudy(kind) ? Object.keys(historyEn.fields[kind]) : subjectFields[kind]
}

export function rowOf(json: string | null | undefined): Row {
  return objectOf(json ? JSON.parse(json) : undefined)
}

/** Which form or activity of its type an entry is about, or the file's: recorded without a visit and once before releases that knew more. */
export function occurrenceOf({ before, after }: Pick<HistoryEntry, 'before' | 'after'>) {
  const { visitid, occurrence } = { ...rowOf(before), ...rowOf(after) }
  return {
    visitid: typeof visitid === 'string' && visitid !== '' ? visitid : null,
    occurrence: typeof occurrence === 'number' ? occurrence : 1,
  }
}

/** The key (keyOfOccurrence) of the form or activity that an entry is about. */
export function entryKey(entry: Pick<HistoryEntry, 'id' | 'before' | 'after'>): string {
  return keyOfOccurrence(entry.id, occurrenceOf(entry))
}

/**
 * The name of a study's record. A part without one, such as a version of a document, is named by the record with its id, if
 * an entry of that is among all, or else by its file.
 */
export function recordName({ kind, id, before, after }: HistoryEntry, entries: readonly HistoryEntry[]): string {
  const row = { ...rowOf(before), ...rowOf(after) }
  if (kind === 'study') return ''
  const name = row.description ?? row.identifier ?? row.title ?? row.name
  if (name !== undefined) return String(name)
  const whole = entries.find((entry) => entry.id === id && entry.kind !== kind)
  return whole ? recordName(whole, entries) : String(row.filename ?? '')
}

export type StatusStep = 'closed' | 'reopened' | 'deleted' | 'moved'

/** What became of the subject by an entry; undefined if it did not change its status or study. */
export function statusStep({ kind, action, before, after }: HistoryEntry): StatusStep | undefined {
  if (kind !== 'subject' || action !== 'UPDATED') return undefined
  const { status, studyid } = rowOf(after)
  if (rowOf(before).studyid !== studyid) return 'moved'
  if (rowOf(before).status === status) return undefined
  return status === 'CLOSED' ? 'closed' : status === 'DELETED' ? 'deleted' : 'reopened'
}

/** The snapshot recorded when closing, as indented JSON. */
export function snapshotOf(entry: HistoryEntry): string | undefined {
  const { snapshot } = rowOf(entry.after)
  if (statusStep(entry) !== 'closed' || typeof snapshot !== 'string') return undefined
  return JSON.stringify(JSON.parse(snapshot), null, 2)
}

/** The changes of an entry, without internal fields (keys, versions, object names). */
export function historyChanges(entry: HistoryEntry): HistoryChange[] {
  const before = entry.action === 'ADDED' ? {} : rowOf(entry.before)
  const after = entry.action === 'REMOVED' ? {} : rowOf(entry.after)
  return shownFields(entry.kind).flatMap((label) => {
    if (label === 'fields' && entry.kind === 'form_type') return definitionChanges(before, after)
    // Said only where it changed: a subject is moved.
    if (label === 'studyid' && entry.action !== 'UPDATED') return []
    if (label === 'draft') return draftChange(before.draft, after.draft)
    if (label === 'version_notes') return changeOf(label, notesText(before[label]), notesText(after[label]))
    if (label === 'fields') return fieldChanges(before.fields, after.fields, 'value')
    if (label === 'label')
      return changeOf(label, before.label, after.label).map((change) => ({ ...change, isLabel: true }))
    if (label === 'type_number') return versionChange(before.type_number, after.type_number)
    if (label !== 'confirmed') return changeOf(label, before[label], after[label])
    return fieldChanges(before.confirmed, after.confirmed, 'reason').map((change) => ({ ...change, isReason: true }))
  })
}

/**
 * The entries with each move to another study as one: the subject changes its study. In the history, everything of it is removed
 * from the one and added to the other.
 */
export function joinMoves(entries: readonly HistoryEntry[]): HistoryEntry[] {
  const ofSubject = (action: HistoryEntry['action']) =>
    entries.filter((entry) => entry.kind === 'subject' && entry.action === action)
  const left = new Map(ofSubject('REMOVED').map((entry) => [entry.at, entry.before]))
  const moves = new Set(ofSubject('ADDED').flatMap(({ at }) => (left.has(at) ? [at] : [])))
  return entries.flatMap((entry) => {
    if (!moves.has(entry.at)) return [entry]
    if (entry.kind !== 'subject' || entry.action !== 'ADDED') return []
    return [{ ...entry, action: 'UPDATED', before: left.get(entry.at) ?? null }]
  })
}

/**
 * The entries that tell something, of all: without the end of a running activity that recording it caused, and without
 * changes of a subject or a document that show nothing, such as those that accompany its devices or its next version.
 */
export function tellingEntries(entries: readonly HistoryEntry[]): HistoryEntry[] {
  const recorded = new Set(
    entries
      .filter(({ kind, action }) => kind === 'activity' && action !== 'REMOVED')
      .map((entry) => `${entryKey(entry)} ${entry.at}`),
  )
  return entries.filter((entry) => {
    const { kind, action, at } = entry
    if (kind === 'running_activity' && action === 'REMOVED') return !recorded.has(`${entryKey(entry)} ${at}`)
    const isOfParts = kind === 'subject' || Object.hasOwn(historyEn.kinds, `${kind}_version`)
    return !isOfParts || action !== 'UPDATED' || historyChanges(entry).length > 0
  })
}

function changeOf(label: string, before: unknown, after: unknown): HistoryChange[] {
  const [was, becomes] = [textOf(before), textOf(after)]
  return was === becomes ? [] : [{ label, before: was, after: becomes }]
}

/** What versions are called, by their numbers. */
function notesText(notes: unknown): string | undefined {
  const named = Object.entries(objectOf(notes)).filter(([, note]) => note !== '')
  return named.length === 0 ? undefined : named.map(([number, note]) => `${number}: ${note}`).join('; ')
}

/** Only said where another version judges the form than before. */
function versionChange(before: unknown, after: unknown): HistoryChange[] {
  if (before === undefined || after === undefined) return []
  return changeOf('type_number', before, after).map((change) => ({ ...change, isVersion: true }))
}

/**
 * What differs in the fields of a form type: one that was added or removed by its type, another by each property, as
 * 'Weight: unit'.
 */
function definitionChanges(before: Row, after: Row): HistoryChange[] {
  const [was, becomes] = [definitionsOf(before), definitionsOf(after)]
  const names = [...new Set([...becomes.keys(), ...was.keys()])]
  return names.flatMap((name) => {
    const [one, other] = [was.get(name), becomes.get(name)]
    if (!one || !other) return changeOf(name, one?.type, other?.type)
    const properties = [...new Set([...Object.keys(other), ...Object.keys(one)])]
    return properties.flatMap((property) => changeOf(`${name}: ${property}`, one[property], other[property]))
  })
}

/** Whether there is a draft before and after: its contents are not published. */
function draftChange(before: unknown, after: unknown): HistoryChange[] {
  const [one, other] = [textOf(before), textOf(after)]
  if (one === other) return []
  return [{ label: 'draft', before: one && 'saved', after: other && (one ? 'changed' : 'saved') }]
}

/** The fields of a form type by name, each with its properties. */
function definitionsOf({ fields, properties }: Row): Map<string, Row> {
  const more = objectOf(properties)
  const definitions = Array.isArray(fields) ? fields.map(objectOf) : []
  return new Map(definitions.map((field) => [String(field.name), { ...field, ...objectOf(more[String(field.name)]) }]))
}

function objectOf(value: unknown): Row {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** What is said of each field of a form, `[{key, value}]` or `[{key, reason}]`, by field. */
function fieldChanges(before: unknown, after: unknown, member: 'value' | 'reason'): HistoryChange[] {
  const [was, becomes] = [saidOf(before, member), saidOf(after, member)]
  const names = [...new Set([...becomes.keys(), ...was.keys()])]
  return names.flatMap((name) => changeOf(name, was.get(name), becomes.get(name)))
}

function saidOf(fields: unknown, member: 'value' | 'reason'): Map<string, unknown> {
  const values = new Map<string, unknown>()
  if (!Array.isArray(fields)) return values
  for (const field of fields) {
    if (typeof field !== 'object' || field === null) continue
    const { key, [member]: said }: { key?: unknown; value?: unknown; reason?: unknown } = field
    if (typeof key === 'string') values.set(key, said)
  }
  return values
}

function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
