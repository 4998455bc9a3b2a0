import { divideIntoRuns, type Run } from '../even-runs.ts'
import { limits, makeBreathe } from '../limits.ts'
import { type Block, type BlocksOptions, type Fault, makeFault } from '../recording.ts'
import { type CwaFile, headerBytes, readSector, readSectors, readView, type Sector, sectorBytes } from './cwa-file.ts'

const sectorsPerChunk = limits.chunkBytes / sectorBytes

export async function* readCwaBlocks(
  file: CwaFile,
  faults: readonly Fault[],
  { signal, from, to }: BlocksOptions = {},
): AsyncGenerator<Block | Fault> {
  yield* faults
  const { source, sectors, first } = file
  const breathe = makeBreathe(signal)
  let before: Sector | undefined
  const begin = from === undefined ? 0 : await findSector(file, first.start + from, signal)
  for (let sector = begin; sector < sectors; sector += sectorsPerChunk) {
    const base = headerBytes + sector * sectorBytes
    const count = Math.min(sectorsPerChunk, sectors - sector)
    const view = await readView(source, base, count * sectorBytes, signal)
    for (const part of divideAtFaults(view, base, count, file, before)) {
      if ('what' in part) yield part
      else {
        for (const run of divideIntoRuns(part, before, isAlike)) {
          if (to !== undefined && (run.parts[0]?.start ?? 0) - first.start > to) return
          yield* readRun(view, base, run, first)
        }
        before = part.at(-1) ?? before
      }
    }
    await breathe()
  }
}

/** Intact sectors, of which there may be none, and the faults between them, in the order of the file. */
function* divideAtFaults(
  view: DataView,
  base: number,
  count: number,
  file: CwaFile,
  before: Sector | undefined,
): Generator<PlacedSector[] | Fault> {
  let intact: PlacedSector[] = []
  let last = before
  for (let index = 0; index < count; index++) {
    const offset = base + index * sectorBytes
    const found = readSector(view, index * sectorBytes)
    const fault = faultOf(found, last, file, offset)
    if (fault) {
      yield intact
      intact = []
      yield fault
    } else if (found && found.count > 0) {
      last = found
      intact.push({ ...found, offset })
    }
  }
  yield intact
}

/** Why a sector is skipped. A corrupt one is placed where the sector before it ended. */
function faultOf(
  found: Sector | undefined,
  last: Sector | undefined,
  file: CwaFile,
  offset: number,
): Fault | undefined {
  const end = last ? last.start + last.count / last.rate : file.first.start
  const at = end - file.first.start
  if (!found || found.axes !== file.first.axes) return makeFault('corrupt-block', { offset, at })
  const earliest = last ? last.start + (0.9 * last.count) / last.rate : file.first.start
  return found.count > 0 && found.start < earliest ? makeFault('time-backwards', { offset, at }) : undefined
}

function isAlike(a: Sector, b: Sector): boolean {
  return a.isPacked === b.isPacked && a.count === b.count
}

function* readRun(view: DataView, base: number, run: Run<PlacedSector>, first: Sector): Generator<Block> {
  const { parts, step, continues } = run
  const [sector] = parts
  if (!sector) return
  const at = sector.start - first.start
  const axial = decodeRun(view, base, run, first.axes)
  for (const [channel, values] of axial.entries()) yield { channel, at, step, continues, values }
  const slow = { at, step: step * sector.count, continues }
  const valuesOf = (read: (sector: Sector) => number) => Float32Array.from(parts, read)
  yield { channel: first.axes, ...slow, values: valuesOf(({ light }) => light) }
  yield { channel: first.axes + 1, ...slow, values: valuesOf(({ temperature }) => temperature) }
  yield { channel: first.axes + 2, ...slow, values: valuesOf(({ battery }) => battery) }
}

/** The sector before the first one that begins after a time, or an earlier one if sectors are corrupt. */
async function findSector({ source, sectors }: CwaFile, time: number, signal?: AbortSignal): Promise<number> {
  let low = 0
  let high = sectors
  while (high - low > 1) {
    const middle = (low + high) >> 1
    const near = await readSectors(source, middle, 16, signal)
    const found = near.find((sector) => sector !== undefined)
    if (found && found.start <= time) low = middle
    else high = middle
  }
  return low
}

type PlacedSector = Sector & {
  /** Bytes from the start of the file. */
  readonly offset: number
}

/** Bytes from the start of a sector. */
const samplesAt = 30

/** The samples of a run for each axis, in the order of the channels. `base` is the file offset of the view. */
export function decodeRun(view: DataView, base: number, run: Run<PlacedSector>, axes: number): Float32Array[] {
  const values = Array.from({ length: axes }, () => new Float32Array(run.samples))
  let into = 0
  for (const sector of run.parts) {
    const at = sector.offset - base + samplesAt
    if (sector.isPacked) decodePacked(view, at, sector, values, into)
    else decodeWords(view, at, sector, values, into)
    into += sector.count
  }
  return values
}

/** Three signed numbers of ten bits and two bits by how far to shift them, in units of 1/256 g. */
function decodePacked(view: DataView, at: number, sector: Sector, values: Float32Array[], into: number): void {
  const [x, y, z] = values
  if (!x || !y || !z) return
  for (let index = 0; index < sector.count; index++) {
    const word = view.getInt32(at + 4 * index, true)
    const scale = (1 << (word >>> 30)) * sector.accelerationScale
    x[into + index] = ((word << 22) >> 22) * scale
    y[into + index] = ((word << 12) >> 22) * scale
    z[into + index] = ((word << 2) >> 22) * scale
  }
}

function decodeWords(view: DataView, at: number, sector: Sector, values: Float32Array[], into: number): void {
  const { axes, count, accelerationScale, rotationScale } = sector
  for (let axis = 0; axis < axes; axis++) {
    // The file stores rotation before acceleration; the channels are in the other order.
    const isRotation = axes !== 3 && axis < 3
    const target = values[axes === 3 || axis >= 6 ? axis : isRotation ? axis + 3 : axis - 3]
    const scale = isRotation ? rotationScale : axis < 6 ? accelerationScale : 1
    if (!target) continue
    for (let index = 0; index < count; index++) {
      target[into + index] = view.getInt16(at + 2 * (index * axes + axis), true) * scale
    }
  }
}
