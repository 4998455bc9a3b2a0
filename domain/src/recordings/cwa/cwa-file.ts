import type { Source } from '../recording.ts'
import { headerBytes, readSector, type Sector, sectorBytes } from './cwa-sector.ts'

export type CwaFile = {
  readonly source: Source
  /** Whole blocks of data, including corrupt ones. */
  readonly sectors: number
  /** The first intact one. Time is counted from its first sample, and the others have the same layout. */
  readonly first: Sector
}

/** Each sector in turn; undefined for a corrupt one. */
export async function readSectors(source: Source, from: number, count: number, signal?: AbortSignal) {
  const view = await readView(source, headerBytes + from * sectorBytes, count * sectorBytes, signal)
  return Array.from({ length: count }, (_, index) => readSector(view, index * sectorBytes))
}

export async function readView(
  source: Source,
  offset: number,
  length: number,
  signal?: AbortSignal,
): Promise<DataView> {
  const bytes = await source.read(offset, length, signal)
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
