import type { Cell } from '../columns/column.ts'
import type { Profiles } from '../columns/profile.ts'
import type { IsoTimes } from '../files/iso-time.ts'
import type { HistoryRow } from '../history-row.ts'
import type { FormRow, SubjectRow } from '../rows.ts'
import { stepsByPlace } from './device-places.ts'
import { auditRecord, itemData } from './item-data.ts'
import { studyEventOid } from './metadata.ts'
import { keyOf, keyOfEntry, keyOfRecord, keyOfState, partsOf } from './occurrence-keys.ts'
import type { OdmGroup, OdmTables } from './odm-tables.ts'
import { formOid, itemGroupOid, siteOid } from './oids.ts'
import { stateOfCells, stateOfForm, stateOfKept } from './record-states.ts'
import {
  type Kept,
  recordAfter,
  recordOf,
  type State,
  type Step,
  type TransactionType,
  transactionsOf,
} from './transactions.ts'
import { element, open } from './xml.ts'

/** A subject with its rows of every table and its part of the history. */
export type SubjectParts = {
  subject: SubjectRow
  cells: readonly Cell[]
  devices: readonly Cell[][]
  activities: readonly Cell[][]
  referenceData: readonly Cell[][]
  forms: readonly FormRow[]
  history: readonly HistoryRow[]
}

type Options = { hasHistory: boolean; times: IsoTimes }

/** A record's item group: the present and past values of its items, and whether the record still exists. */
type Recorded = { repeatKey?: string; items: string; last: HistoryRow | undefined; isThere: boolean }

const nothing: State = new Map()

/** Writes subjects as ODM's SubjectData. */
export class SubjectWriter {
  readonly #tables: OdmTables
  readonly #options: Options
  readonly #beyondDay: ReadonlyMap<OdmGroup, readonly boolean[]>

  private constructor(tables: OdmTables, options: Options, beyondDay: ReadonlyMap<OdmGroup, readonly boolean[]>) {
    this.#tables = tables
    this.#options = options
    this.#beyondDay = beyondDay
  }

  static async make(tables: OdmTables, profiles: Profiles, options: Options): Promise<SubjectWriter> {
    const beyondDay = new Map<OdmGroup, readonly boolean[]>()
    for (const { group } of tables.forms) beyondDay.set(group, (await profiles.of(group.table)).isBeyondDay)
    return new SubjectWriter(tables, options, beyondDay)
  }

  *write(parts: SubjectParts): Generator<string> {
    const { subject, history } = parts
    const { siteid } = subject
    yield open('SubjectData', { SubjectKey: subject.subjectid, TransactionType: this.#type('Upsert') })
    yield auditRecord(ofKind(history, 'subject').at(-1), siteid)
    yield element('SiteRef', { LocationOID: siteOid(siteid) })
    yield open('StudyEventData', { StudyEventOID: studyEventOid, TransactionType: this.#type('Context') })
    yield* this.#subject(parts)
    yield* this.#devices(parts)
    yield* this.#forms(parts)
    yield* this.#activities(parts)
    yield '</StudyEventData></SubjectData>\n'
  }

  *#subject({ subject, cells, history }: SubjectParts): Generator<string> {
    const { group } = this.#tables.subject
    const now = stateOfCells(group, cells)
    const recorded = this.#record(group, ofKind(history, 'subject'), now, subject.siteid)
    yield this.#form(group, {}, recorded, this.#group(group, recorded))
  }

  *#devices({ subject, devices, history }: SubjectParts): Generator<string> {
    const { group } = this.#tables.devices
    const last = ofKind(history, 'subject_device').at(-1)
    if (devices.length === 0 && !last) return
    const { times } = this.#options
    const steps = stepsByPlace(ofKind(history, 'subject_device'), (record) =>
      stateOfKept(group, record, nothing, times),
    )
    const now = new Map([...byKey(group, 'place', devices)].map(([place, cells]) => [Number(place), cells]))
    const places = [...new Set([...now.keys(), ...steps.keys()])].toSorted((a, b) => a - b)
    const groups = places.map((place) => {
      const cells = now.get(place)
      const state = cells ? stateOfCells(group, cells) : nothing
      const recorded = this.#replay(group, steps.get(place) ?? [], state, subject.siteid)
      return this.#group(group, { ...recorded, repeatKey: String(place + 1) })
    })
    const audit = auditRecord(last, subject.siteid)
    yield `${this.#openForm(group, {}, devices.length > 0)}${audit}${groups.join('')}</FormData>`
  }

  *#forms({ subject, forms, history }: SubjectParts): Generator<string> {
    const kept = Map.groupBy(ofKind(history, 'form'), keyOfEntry)
    const now = new Map(forms.map((form) => [keyOf(form.formtypeid, form), form]))
    for (const { group, table, isRepeating } of this.#tables.forms) {
      if (table.studyid !== subject.studyid) continue
      const stateOf = (record: Kept) => stateOfForm(group.items, record)
      for (const key of [...new Set([...now.keys(), ...kept.keys()])].toSorted()) {
        const [formtypeid, which] = partsOf(key)
        if (formtypeid !== table.formtypeid) continue
        const form = now.get(key)
        const state = form ? stateOfForm(group.items, form) : nothing
        const entries = kept.get(key) ?? []
        const recorded = {
          ...this.#record(group, entries, state, subject.siteid, stateOf),
          isThere: form !== undefined,
        }
        const keys = isRepeating ? { FormRepeatKey: which || '1' } : {}
        yield this.#form(group, keys, recorded, this.#group(group, recorded))
      }
    }
  }

  *#activities(parts: SubjectParts): Generator<string> {
    const { subject, activities, history } = parts
    const { group } = this.#tables.activities
    const entries = Map.groupBy(ofKind(history, 'activity'), keyOfEntry)
    const now = new Map(activities.map((cells) => [keyOfState(stateOfCells(group, cells)), cells]))
    const files = this.#referenceData(parts)
    for (const id of [...new Set([...now.keys(), ...entries.keys()])].toSorted()) {
      const cells = now.get(id)
      const state = cells ? stateOfCells(group, cells) : nothing
      const recorded = { ...this.#record(group, entries.get(id) ?? [], state, subject.siteid), isThere: !!cells }
      const below = (files.get(id) ?? []).map((file) => this.#group(this.#tables.referenceData, file))
      yield this.#form(group, { FormRepeatKey: id }, recorded, this.#group(group, recorded) + below.join(''))
    }
  }

  /** The files by activity, including removed ones. */
  #referenceData({ subject, referenceData, history }: SubjectParts): Map<string, Recorded[]> {
    const group = this.#tables.referenceData
    const entries = byId(ofKind(history, 'reference_data'))
    const now = byKey(group, 'referencedataid', referenceData)
    const files = new Map<string, Recorded[]>()
    for (const id of [...new Set([...now.keys(), ...entries.keys()])].toSorted()) {
      const own = entries.get(id) ?? []
      const cells = now.get(id)
      const state = cells ? stateOfCells(group, cells) : nothing
      const activity = cells ? keyOfState(state) : own[0] ? keyOfRecord(recordOf(own[0])) : ''
      const recorded = { ...this.#record(group, own, state, subject.siteid), isThere: !!cells, repeatKey: id }
      files.set(activity, [...(files.get(activity) ?? []), recorded])
    }
    return files
  }

  #record(
    group: OdmGroup,
    entries: readonly HistoryRow[],
    now: State,
    siteid: string,
    stateOf?: (record: Kept) => State,
  ) {
    const read = stateOf ?? ((record: Kept) => stateOfKept(group, record, now, this.#options.times))
    const steps = entries.map((by) => {
      const record = recordAfter(by)
      return { after: record ? read(record) : nothing, by }
    })
    return this.#replay(group, steps, now, siteid)
  }

  #replay(group: OdmGroup, steps: readonly Step[], now: State, siteid: string) {
    const { hasHistory } = this.#options
    const transactions = transactionsOf(steps, now)
    const context = { group, siteid, hasHistory, isBeyondDay: this.#beyondDay.get(group) ?? [] }
    const items = group.items.map((item) => itemData(item, transactions.get(item.column.columnId) ?? [], context))
    return { items: items.join(''), last: steps.at(-1)?.by, isThere: now.size > 0, siteid }
  }

  #form(
    group: OdmGroup,
    keys: { FormRepeatKey?: string },
    { last, isThere, siteid }: Recorded & { siteid: string },
    groups: string,
  ) {
    return `${this.#openForm(group, keys, isThere)}${auditRecord(last, siteid)}${groups}</FormData>\n`
  }

  #openForm({ table }: OdmGroup, { FormRepeatKey }: { FormRepeatKey?: string }, isThere: boolean): string {
    const TransactionType = this.#type(isThere ? 'Upsert' : 'Remove')
    return open('FormData', { FormOID: formOid(table), FormRepeatKey, TransactionType })
  }

  #group({ table }: OdmGroup, { repeatKey, items, isThere }: Recorded): string {
    const TransactionType = this.#type(isThere ? 'Upsert' : 'Remove')
    return element(
      'ItemGroupData',
      { ItemGroupOID: itemGroupOid(table), ItemGroupRepeatKey: repeatKey, TransactionType },
      items,
    )
  }

  #type(type: TransactionType): TransactionType | undefined {
    return this.#options.hasHistory ? type : undefined
  }
}

function ofKind(history: readonly HistoryRow[], kind: string): HistoryRow[] {
  return history.filter((entry) => entry.kind === kind)
}

function byId(entries: readonly HistoryRow[]): Map<string, HistoryRow[]> {
  return Map.groupBy(entries, ({ id }) => id)
}

function byKey({ table }: OdmGroup, name: string, rows: readonly Cell[][]): Map<string, Cell[]> {
  const place = table.columns.findIndex((column) => column.name === name)
  return new Map(rows.flatMap((cells) => (cells[place] ? [[cells[place], cells] as const] : [])))
}
