import type { Source } from '../recording.ts'
import { readExactly } from '../source.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'

export type GeneactivHeader = {
  readonly serialnumber: string | null
  /** UTC offset of the recorder's clock in minutes. */
  readonly utcOffset: number | null
  /** For each axis: g = (units × 100 − offset) ÷ gain. */
  readonly axes: readonly { readonly gain: number; readonly offset: number }[]
  /** Of acceleration, in g, if the header says it. */
  readonly range: readonly [number, number] | null
  /** Lux for each unit of light. */
  readonly lux: number
}

/** More bytes than the header, which has 59 lines, can have. */
const longestHeader = 16_384

export async function readGeneactivHeader(source: Source, signal?: AbortSignal): Promise<GeneactivHeader> {
  const bytes = await readExactly(source, 0, Math.min(longestHeader, source.size), signal)
  const text = new TextDecoder('latin1').decode(bytes)
  const end = text.indexOf('\nRecorded Data')
  if (end < 0) throw new UnreadableRecording('cut-off', { offset: bytes.length, detail: 'Recorded Data' })
  const header = text.slice(0, end)
  const find = (key: string) => new RegExp(`^${key}:(.*)$`, 'm').exec(header)?.[1]?.trim()
  // Where its line begins, or 0 if there is none.
  const wrong = (key: string) =>
    new UnreadableRecording('wrong-header', { offset: header.indexOf(`\n${key}:`) + 1, detail: key })
  const number = (key: string) => {
    const value = Number(find(key)?.replace(',', '.') ?? Number.NaN)
    if (Number.isFinite(value)) return value
    throw wrong(key)
  }
  const axes = ['x', 'y', 'z'].map((axis) => ({ gain: number(`${axis} gain`), offset: number(`${axis} offset`) }))
  const flat = axes.findIndex(({ gain }) => gain === 0)
  if (flat >= 0) throw wrong(`${'xyz'[flat]} gain`)
  const volts = number('Volts')
  return {
    serialnumber: find('Device Unique Serial Code')?.slice(0, 40) ?? null,
    utcOffset: readOffset(find('Time Zone')),
    axes,
    range: readRange(find('Accelerometer Range') ?? find('Range')),
    lux: volts === 0 ? 1 : number('Lux') / volts,
  }
}

/** `-8 to 8`. */
function readRange(text: string | undefined): readonly [number, number] | null {
  const parts = /^([+-]?\d+(?:\.\d+)?)\s*to\s*([+-]?\d+(?:\.\d+)?)/.exec(text ?? '')
  const [least, most] = [Number(parts?.[1]), Number(parts?.[2])]
  return least < most ? [least, most] : null
}

function readOffset(zone: string | undefined): number | null {
  const parts = /^GMT\s*([+-])(\d\d):(\d\d)/.exec(zone ?? '')
  if (!parts) return null
  const minutes = Number(parts[2]) * 60 + Number(parts[3])
  return minutes > 14 * 60 ? null : parts[1] === '-' ? -minutes : minutes
}
