import { memorySource } from '../../recordings/source.ts'
import { exportEntries } from '../bundle/bundle.ts'
import type { ReferenceDataRow } from '../rows.ts'
import { memoryRows, type RowLists } from './memory-rows.ts'
import { stepCounting } from './sample.ts'

export type StoredFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

/** The text of each entry of a bundle, with recordings from memory. */
export async function recordedBundle(
  lists: RowLists,
  stored: StoredFiles,
  begin = '',
  encoding: BufferEncoding = 'utf8',
): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const faults = new Map<string, string>()
  const open = async (objectName: string) => {
    const bytes = stored.get(objectName)
    return bytes && memorySource(bytes)
  }
  for await (const entry of exportEntries(memoryRows(lists), faults, [], open)) {
    if (entry.kind !== 'made' || !(entry.path.startsWith(begin) || entry.path === 'problems.csv')) continue
    const pieces = await Array.fromAsync(entry.write())
    const fault = entry.fault?.()
    if (fault) faults.set(entry.path, fault)
    if (texts.has(entry.path)) throw new Error(`${entry.path} is there twice.`)
    texts.set(
      entry.path,
      pieces.map((piece) => (typeof piece === 'string' ? piece : Buffer.from(piece).toString(encoding))).join(''),
    )
  }
  return texts
}

const [sample] = stepCounting.referenceData
if (!sample) throw new Error('The sample has no file.')

/** An uploaded file of the sample's first subject. */
export function recordedFile(referencedataid: string, more: Partial<ReferenceDataRow> = {}): ReferenceDataRow {
  const { description, zone, clock_correction, ...row } = sample as ReferenceDataRow
  return { ...row, referencedataid, persistedObjectName: `study1/${referencedataid}`, filename: 'arm.csv', ...more }
}

/** A table of acceleration in UTC with a row each `stepMs`. A null is a sample that is missing. */
export function accelerationCsv(
  startMs: number,
  stepMs: number,
  rows: readonly (readonly (number | null)[])[],
  head = 'acc_x (g),acc_y (g),acc_z (g)',
): Uint8Array<ArrayBuffer> {
  const lines = rows.map((row, at) => {
    return [new Date(startMs + at * stepMs).toISOString(), ...row.map((value) => value ?? '')].join(',')
  })
  return new TextEncoder().encode(`time,${head}\n${lines.join('\n')}\n`)
}
