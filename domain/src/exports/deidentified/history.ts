import type { HistoryRow } from '../history-row.ts'
import type { FormValues } from './form-values.ts'
import { deviceCode, type Pseudonyms, shiftedInstant } from './pseudonyms.ts'

type Kept = { readonly [column: string]: unknown }

/** Columns of stored records that identify nobody. A column of which nothing is said here is left out. */
const plain = [
  'siteid',
  'studyid',
  'formtypeid',
  'activitytypeid',
  'visitid',
  'occurrence',
  'place',
  'position',
  'body_place',
  'status',
  'state',
  'version',
  'type_number',
  'zone',
  'clock_correction',
] as const

const epochs = ['start_time', 'stop_time'] as const
const instants = ['removed_at', 'from_time', 'to_time'] as const

/** The changes of subjects' records, numbered in their order. Changes of all other records are left out. */
export async function* deidentifiedHistory(
  history: AsyncIterable<HistoryRow>,
  values: ReadonlyMap<string, FormValues>,
  pseudonyms: Pseudonyms,
): AsyncGenerator<HistoryRow> {
  let number = 0
  for await (const row of history) {
    const { subjectid } = row
    if (subjectid === null) continue
    number += 1
    const shift = pseudonyms.shiftOf(subjectid)
    const code = pseudonyms.codeOf('subject', subjectid)
    const person = pseudonyms.codeOf('person', row.actor_name)
    const side = (json: string | null) =>
      json === null ? null : JSON.stringify(keptOf(JSON.parse(json), { row, code, shift, values, pseudonyms }))
    yield {
      ...row,
      historyid: String(number),
      at: shiftedInstant(row.at, shift),
      actor: person,
      actor_name: person,
      reason: null,
      subjectid: code,
      id: idOf(row, pseudonyms),
      ...(row.deviceid && { deviceid: deviceCode(pseudonyms, row.deviceid) }),
      before: side(row.before),
      after: side(row.after),
    }
  }
}

type Of = {
  row: HistoryRow
  code: string
  shift: number
  values: ReadonlyMap<string, FormValues>
  pseudonyms: Pseudonyms
}

function keptOf(record: Kept, { row, code, shift, values, pseudonyms }: Of): Kept {
  const kept: { [column: string]: unknown } = {}
  for (const name of plain) if (name in record) kept[name] = record[name]
  for (const name of epochs) if (typeof record[name] === 'number') kept[name] = record[name] + shift
  for (const name of instants) {
    const at = record[name]
    if (name in record) kept[name] = typeof at === 'string' ? shiftedInstant(at, shift) : null
  }
  if (typeof record.date === 'string') kept.date = shiftedInstant(`${record.date}T12:00:00Z`, shift).slice(0, 10)
  if ('subjectid' in record) kept.subjectid = code
  if (row.kind === 'subject') kept.identifier = code
  if (row.kind === 'reference_data') {
    const file = pseudonyms.codeOf('file', row.id)
    Object.assign(kept, { referencedataid: file, filename: file, object_name: file, size: null, sha256: null })
  }
  if (row.kind === 'form' && Array.isArray(record.fields)) {
    const form = values.get(String(record.formtypeid))
    kept.fields = record.fields.flatMap(({ key, value }) => {
      const stays = form?.kept({ key: String(key), value: String(value) }, shift)
      return stays === undefined ? [] : [{ key, value: stays }]
    })
  }
  return kept
}

/** The ids of records of one subject are those of their types, which identify nobody. */
function idOf({ kind, id }: HistoryRow, pseudonyms: Pseudonyms): string {
  if (kind === 'subject') return pseudonyms.codeOf('subject', id)
  if (kind === 'subject_device') return pseudonyms.codeOf('device', id)
  return kind === 'reference_data' ? pseudonyms.codeOf('file', id) : id
}
