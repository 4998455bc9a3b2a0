import type { Run } from '../even-runs.ts'
import type { Sector } from './cwa-sector.ts'

export type PlacedSector = Sector & {
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
    const isRotation = axes > 3 && axis < 3
    const target = values[axes === 3 || axis >= 6 ? axis : isRotation ? axis + 3 : axis - 3]
    const scale = isRotation ? rotationScale : axis < 6 ? accelerationScale : 1
    if (!target) continue
    for (let index = 0; index < count; index++) {
      target[into + index] = view.getInt16(at + 2 * (index * axes + axis), true) * scale
    }
  }
}
