import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { type RecordFields, whyNotTyped } from '@casebook/domain/shared/record-fields/record-fields.ts'
import { useCallback, useEffect, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { afterPress } from '../browser/presses/after-press.ts'
import { type Document, mutationOf, variablesOf } from '../calls/call.ts'
import { type Reading, watch } from '../calls/graphql.ts'
import { useFailureText } from '../locale/failure-text.ts'
import { loadScreensAhead } from '../texts/catalogue.ts'
import { type Entry, isChanged, openEntry, type Planned, type Stored, typedFields } from './machine/entry.ts'
import { isSaving, refusalOf, refusalsBeside, seenEntry, type View, viewOf, type Why } from './machine/view.ts'
import { records } from './records.ts'
import type { EditedRecord, RecordOf, Saved, Source } from './store.ts'

/** Where a record is read: a query, and how its answer tells the record. Undefined from `storedIn`: not known. */
export function sourceOf<Row, Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
  variables: Variables,
  storedIn: (reading: Reading<Data>, mine: Fields | undefined) => Stored<Row> | undefined,
): Source<Row> {
  return {
    key: JSON.stringify(variablesOf(document, variables)),
    current: (mine) => storedIn(watch(document, variables).reading(), mine),
    onChange: (listener) => watch(document, variables).onChange(listener),
  }
}

/**
 * What a save sends: a mutation that changes or adds the record, and answers its new version. Does not compile with a
 * variable that the mutation lacks.
 */
export function savedBy<Data, Variables extends Record<string, unknown>, Given extends Variables>(
  document: Document<Data, Variables>,
  variables: Given & Record<Exclude<keyof Given, keyof Variables>, never>,
): Planned<Data> {
  return { mutation: mutationOf(document, variables) }
}

/** What a save sends first, to put a removed record back. */
export function restoredBy<Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
  variables: Variables,
): Planned<never> {
  return { mutation: mutationOf(document, variables) as Planned<never>['mutation'], restores: true }
}

/** What a save sends first, to remove what an earlier save of the same editor added and that can't be corrected. */
export function takenBackBy<Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
  variables: Variables,
): Planned<never> {
  return { mutation: mutationOf(document, variables) as Planned<never>['mutation'], takesBack: true }
}

/**
 * What a save sends to add again, in the place of what an earlier save of the same editor added. The editor is told of
 * this answer.
 */
export function replacedBy<Data, Variables extends Record<string, unknown>, Given extends Variables>(
  document: Document<Data, Variables>,
  variables: Given & Record<Exclude<keyof Given, keyof Variables>, never>,
): Planned<Data> {
  return { ...savedBy(document, variables), replaces: true }
}

/** What a save sends to change what an earlier save of the same editor added. The editor is told of the addition. */
export function correctedBy<Data, Variables extends Record<string, unknown>, Given extends Variables>(
  document: Document<Data, Variables>,
  variables: Given & Record<Exclude<keyof Given, keyof Variables>, never>,
): Planned<never> {
  return { mutation: mutationOf(document, variables) as Planned<never>['mutation'] }
}

/** A record as its entry stands, and the events that a screen may raise. */
export type WorkingCopy<Row = unknown> = View & {
  record: string
  entry: Entry
  /** What was read of it last, also after a colleague removed it. */
  row: Row | undefined
  type: (fields: Fields) => void
  resolve: (key: string, choice: 'mine' | 'theirs') => void
  /** Throws the changes away, at once: no guard asks about them afterwards. */
  discard: () => void
}

/** What was typed into one record goes to another, which is shown next. */
export function moveTyped<Row>({ record, entry }: WorkingCopy, to: RecordOf<Row>): void {
  const typed = typedFields(entry)
  if (typed.length === 0) return
  const hide = records.show(to)
  records.type(to.record, Object.fromEntries(typed.map(({ key, value }) => [key, value])))
  records.discard(record)
  hide()
}

/** Shows a record while the screen is open. Returns what tells its entry as it is now, or before it is there. */
function useShown(of: RecordOf): () => Entry {
  const { record } = of
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name tells which record it is
  const { first, seen } = useMemo(() => {
    const stored = of.source?.current(undefined)
    const opened = openEntry(stored ?? { version: null, fields: of.blank }, { isHeard: stored !== undefined })
    return { first: opened, seen: seenEntry(opened) }
  }, [record])
  // biome-ignore lint/correctness/useExhaustiveDependencies: these tell which record it is, and where it is read
  useLayoutEffect(() => records.show(of), [record, of.source?.key])
  return () => seen(records.entry(record) ?? first)
}

/** Shows a record: its entry, kept fresh while the screen is open. */
export function useRecord<Row>(of: RecordOf<Row>): WorkingCopy<Row> {
  const { record } = of
  const entry = useSyncExternalStore(records.onChange, useShown(of as RecordOf))
  const events = useMemo(
    () => ({
      type: (fields: Fields) => records.type(record, fields),
      resolve: (key: string, choice: 'mine' | 'theirs') => records.resolve(record, key, choice),
      discard: () => records.discard(record),
    }),
    [record],
  )
  // What was read of this record has the type of its source.
  return { record, entry, row: entry.row as Row | undefined, ...viewOf(entry), ...events }
}

/** What of a record does not change with each key: what was read of it last, and whether something is typed. */
export function useRead<Row>(of: RecordOf<Row>): { row: Row | undefined; isChanged: boolean } {
  const entry = useShown(of as RecordOf)
  const row = useSyncExternalStore(records.onChange, () => entry().row) as Row | undefined
  return { row, isChanged: useSyncExternalStore(records.onChange, () => isChanged(entry())) }
}

export type Editor<Row = unknown, Data = unknown> = WorkingCopy<Row> & {
  /**
   * Resolves to undefined if it was refused, or if the person must decide something. The editor shows why. `other`:
   * sends something else than the record's own plan.
   */
  save: (other?: Pick<EditedRecord, 'plan' | 'act'>) => Promise<Saved<Data> | undefined>
  /** The fields lost the focus: their mistakes are shown from now on. */
  check: (...keys: string[]) => void
  /** A save was asked for: shows the mistakes of these fields, also of those that were never touched. */
  checkAll: (keys: readonly string[]) => void
  /** Why a field is refused, or a reason. Undefined if it is not. */
  errorOf: (key: string) => string | undefined
  /** What concerns no field, as text beside the button. */
  refusal: string | undefined
  /** How many saves failed. When it increases, FormActions moves the focus to the first field concerned. */
  failed: number
  savedAt: Date | null
}

/**
 * An editor of a record. `names`: its fields, beside which mistakes are shown. `why`: a rule's problem with one of
 * them. `isOpen`: false while the record is only shown.
 */
export function useEditor<Row, Data>(
  of: EditedRecord<Row, Data>,
  {
    names,
    why,
    isOpen = true,
    failedText,
  }: {
    names: readonly string[]
    why?: Why
    isOpen?: boolean
    /** Refusals are also logged to the console, after this text. */
    failedText?: string
  },
): Editor<Row, Data> {
  const copy = useRecord(of)
  const { record, entry } = copy
  const textOf = useFailureText()
  useOpenEditor(isOpen ? record : undefined)

  const check = useCallback(
    (...keys: string[]) => {
      loadScreensAhead()
      afterPress(() => records.check(record, keys))
    },
    [record],
  )
  const checkAll = useCallback((keys: readonly string[]) => records.check(record, keys, true), [record])

  function errorOf(key: string): string | undefined {
    const failure = refusalOf(entry, key, why)
    return failure && textOf(failure)
  }

  async function save(other?: Pick<EditedRecord, 'plan' | 'act'>): Promise<Saved<Data> | undefined> {
    // The sentences for refusals are loaded with the other screens' texts.
    loadScreensAhead()
    // What else is sent answers the same: the version of the record.
    const outcome = await records.save({ ...of, ...other } as EditedRecord<Row, Data>)
    if (outcome.type === 'refused' && failedText !== undefined) console.info(failedText, ...outcome.failures)
    return outcome.type === 'saved' ? outcome : undefined
  }

  return {
    ...copy,
    isBusy: isSaving(entry, of.act ?? 'save'),
    save,
    check,
    checkAll,
    errorOf,
    refusal: refusalsBeside(entry, names).map(textOf).join(' ') || undefined,
    failed: entry.failed,
    savedAt: entry.savedAt,
  }
}

/** An editor that adds begins with the contents of another record once that is read, unless something is typed already. */
export function useBeginAs<Row>(editor: Editor, row: Row | undefined, contents: (row: Row) => Fields): void {
  const isRead = row !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is read
  useEffect(() => {
    if (row !== undefined && !editor.isChanged) editor.type(contents(row))
  }, [isRead])
}

/** What `useEditor` needs of the fields that are edited. */
export function editingOf(fields: RecordFields) {
  return {
    names: Object.keys(fields),
    why(key: string, typed: Fields): Error | undefined {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined
      return field && whyNotTyped(field, fieldValue(typed, key))
    },
  }
}

/** An editor of the record is open while this is mounted, so that guards ask about it. Undefined: none is. */
export function useOpenEditor(record: string | undefined): void {
  useLayoutEffect(() => {
    if (record === undefined) return
    records.edit(record, true)
    return () => records.edit(record, false)
  }, [record])
}

/** Whether a screen has read this record while it existed, and still shows it. */
export function useIsKnown(record: string | undefined): boolean {
  return useSyncExternalStore(records.onChange, () => record !== undefined && records.entry(record)?.row !== undefined)
}

/** The records with unsaved text in this window whose name begins so, also of editors that are not shown. */
export function useUnsavedRecords(beginning = ''): readonly string[] {
  const names = useSyncExternalStore(records.onChange, () =>
    records
      .unsaved()
      .filter((record) => record.startsWith(beginning))
      .join('\n'),
  )
  return useMemo(() => (names === '' ? [] : names.split('\n')), [names])
}

/** Whether an open editor of a lane has text that is not saved. */
export function useIsEditing(lane: string): boolean {
  return useSyncExternalStore(records.onChange, () => records.isEditing(lane))
}
