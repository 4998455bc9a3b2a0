import { chunked } from '../../exports/chunks.ts'
import { csvText } from '../../exports/csv/write-csv.ts'
import type { ExportRows, FormRow, SubjectRow } from '../../exports/rows.ts'
import { sameText } from '../../shared/names/names.ts'
import { recordId } from '../redcap/names.ts'
import {
  columns,
  columnsOf,
  headingOf,
  type Instrument,
  projectOf,
  type RedcapEvent,
  type RedcapProject,
} from './project.ts'
import { rawOf, withBlank } from './values.ts'

type Rows = Pick<ExportRows, 'formTypes' | 'visits' | 'subjects' | 'forms'>

/** The forms of a study as REDCap's raw data (CSV): a row for a subject, or for each of its events and repeated instruments and events. */
export function redcapData(rows: Rows, studyid: string, zone: string): AsyncGenerator<string> {
  return chunked(lines(rows, studyid, zone))
}

async function* lines(rows: Rows, studyid: string, zone: string): AsyncGenerator<string> {
  const project = projectOf({
    formTypes: rows.formTypes.filter((type) => type.studyid === studyid),
    visits: rows.visits.filter((visit) => visit.studyid === studyid),
  })
  const hasEvents = project.events.length > 0
  const hasRepeats = project.instruments.some(({ repeats }) => repeats) || project.events.some(({ repeats }) => repeats)
  yield csvText([
    [
      recordId,
      ...(hasEvents ? [columns.event] : []),
      ...(hasRepeats ? [columns.instrument, columns.instance] : []),
      ...project.instruments.flatMap(headingOf),
    ],
  ])
  for await (const [subject, forms] of bySubject(rows, studyid)) {
    const record = withBlank(subject.identifier ?? subject.subjectid)
    for (const { event, instrument, instance, own } of rowsOf(forms, project)) {
      yield csvText([
        [
          record,
          ...(hasEvents ? [event] : []),
          ...(hasRepeats ? [instrument, instance] : []),
          ...project.instruments.flatMap((each) =>
            cellsOf(each, own.get(each.formtype.formtypeid), {
              zone,
              isOf: isOf(each, { event, instrument }, project),
            }),
          ),
        ],
      ])
    }
  }
}

/** Whether an instrument may have values in a row. */
function isOf(
  { formtype, name, repeats }: Instrument,
  row: Pick<DataRow, 'event' | 'instrument'>,
  { events }: RedcapProject,
): boolean {
  const event = events.find((each) => each.name === row.event)
  if (row.instrument !== '') return row.instrument === name
  return event ? event.formtypeids.includes(formtype.formtypeid) && (event.repeats || !repeats) : !repeats
}

/** Without a form, the boxes are not ticked where the instrument belongs, and empty elsewhere, as in REDCap. */
function cellsOf(
  instrument: Instrument,
  form: FormRow | undefined,
  { zone, isOf: belongs }: { zone: string; isOf: boolean },
): string[] {
  if (!form) {
    const boxes = instrument.fields.flatMap((field) =>
      columnsOf(field).map(() => (field.multiple && belongs ? '0' : '')),
    )
    return [...boxes, '']
  }
  const values = new Map(form.fields.map(({ key, value }) => [sameText(key), value]))
  const cells = instrument.fields.flatMap((field) => {
    const value = values.get(sameText(field.name)) ?? ''
    if (!field.multiple) return [value === '' ? '' : withBlank(rawOf(field, value, zone))]
    const ticked = new Set(value.split('|'))
    return columnsOf(field).map(({ code }) => (code !== undefined && ticked.has(code) ? '1' : '0'))
  })
  return [...cells, '2']
}

type DataRow = { event: string; instrument: string; instance: string; own: Map<string, FormRow> }

/** Events in their order, in each what is there once, then what repeats. A subject without forms has one row. */
function rowsOf(forms: readonly FormRow[], { events, instruments }: RedcapProject): DataRow[] {
  const byEvent = new Map<string, RedcapEvent>(events.map((event) => [event.visitid, event]))
  const byType = new Map(instruments.map((instrument) => [instrument.formtype.formtypeid, instrument]))
  const found = new Map<string, DataRow>()
  for (const form of forms) {
    const { visitid, occurrence = 1, formtypeid } = form
    const event = byEvent.get(visitid ?? '')
    const repeated = byType.get(formtypeid)?.repeats && !event?.repeats ? byType.get(formtypeid)?.name : undefined
    // A type that no longer repeats may have a second form.
    const isNumbered = repeated !== undefined || event?.repeats || occurrence > 1
    const row: DataRow = {
      event: event?.name ?? '',
      instrument: repeated ?? (isNumbered && !event?.repeats ? (byType.get(formtypeid)?.name ?? '') : ''),
      instance: isNumbered ? String(occurrence) : '',
      own: new Map(),
    }
    const key = JSON.stringify([row.event, row.instrument, row.instance])
    const known = found.get(key) ?? row
    known.own.set(formtypeid, form)
    found.set(key, known)
  }
  if (found.size === 0) return [{ event: events[0]?.name ?? '', instrument: '', instance: '', own: new Map() }]
  const place = new Map(events.map(({ name }, at) => [name, at]))
  const order = new Map(instruments.map(({ name }, at) => [name, at]))
  return [...found.values()].toSorted(
    (a, b) =>
      (place.get(a.event) ?? -1) - (place.get(b.event) ?? -1) ||
      (order.get(a.instrument) ?? -1) - (order.get(b.instrument) ?? -1) ||
      Number(a.instance) - Number(b.instance),
  )
}

/** The subjects of a study with their forms. Both are read once: they are in the order of the subjects. */
async function* bySubject(rows: Rows, studyid: string): AsyncGenerator<[SubjectRow, FormRow[]]> {
  const forms = rows.forms()[Symbol.asyncIterator]()
  let next = await forms.next()
  for await (const subject of rows.subjects()) {
    const own: FormRow[] = []
    const isOwn = (form: FormRow) => form.siteid === subject.siteid && form.subjectid === subject.subjectid
    while (!next.done && isOwn(next.value)) {
      own.push(next.value)
      next = await forms.next()
    }
    if (subject.studyid === studyid) yield [subject, own]
  }
}
