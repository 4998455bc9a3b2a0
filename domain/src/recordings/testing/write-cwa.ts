export type WrittenSector = {
  /** Epoch seconds of the time stamp, whole. */
  readonly stamp: number
  /** Fraction of a second, stored in the device field. */
  readonly fraction?: number
  /** The sample at which the stamp applies. */
  readonly sample?: number
  readonly sequence: number
  /** One array for each axis, in the order of the file, of raw numbers. */
  readonly axes: readonly (readonly number[])[]
  readonly isPacked?: boolean
  readonly scales?: number
  readonly light?: number
  readonly temperature?: number
  readonly battery?: number
  readonly isCorrupt?: boolean
}

/** 100 Hz. */
const rateCode = 0x4a

/** Writes the bytes of a `.cwa` of an AX3 or AX6, according to the maker's description and without the reader's code. */
export function writeCwa(sectors: readonly WrittenSector[], hardware = 0x17): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(1024 + 512 * sectors.length)
  file.set([0x4d, 0x44, 0xfc, 0x03, hardware, 0x39, 0x30, 0, 0, 0, 0, 1, 0])
  for (const [index, sector] of sectors.entries()) {
    const view = new DataView(file.buffer, 1024 + 512 * index, 512)
    const count = sector.axes[0]?.length ?? 0
    const parts = Math.floor((sector.fraction ?? 0) * 0x8000)
    const rest = Math.floor((parts / 0x8000) * 100)
    view.setUint16(0, 0x5841, true)
    view.setUint16(2, 508, true)
    view.setUint16(4, sector.fraction === undefined ? 0 : 0x8000 + parts, true)
    view.setUint32(10, sector.sequence, true)
    view.setUint32(14, packTime(sector.stamp), true)
    view.setUint16(18, (sector.light ?? 0) + (sector.scales ?? 0), true)
    view.setUint16(20, sector.temperature ?? 256, true)
    view.setUint8(23, sector.battery ?? 200)
    view.setUint8(24, rateCode)
    view.setUint8(25, sector.axes.length * 16 + (sector.isPacked ? 0 : 2))
    view.setInt16(26, (sector.sample ?? 0) - rest, true)
    view.setUint16(28, count, true)
    for (let at = 0; at < count; at++) {
      const sample = sector.axes.map((axis) => axis[at] ?? 0)
      if (sector.isPacked) view.setUint32(30 + 4 * at, packSample(sample), true)
      else
        for (const [axis, value] of sample.entries()) view.setInt16(30 + 2 * (at * sample.length + axis), value, true)
    }
    let sum = 0
    for (let at = 0; at < 510; at += 2) sum += view.getUint16(at, true)
    view.setUint16(510, -sum + (sector.isCorrupt ? 1 : 0), true)
  }
  return file
}

function packTime(epoch: number): number {
  const date = new Date(epoch * 1000)
  const day = ((date.getUTCFullYear() - 2000) << 26) | ((date.getUTCMonth() + 1) << 22) | (date.getUTCDate() << 17)
  return (day | (date.getUTCHours() << 12) | (date.getUTCMinutes() << 6) | date.getUTCSeconds()) >>> 0
}

/** The smallest shift at which all three fit into ten bits. The bits shifted out are lost. */
function packSample(sample: readonly number[]): number {
  const shift = [0, 1, 2, 3].find((each) => sample.every((value) => Math.abs(value >> each) < 512)) ?? 3
  const [x, y, z] = sample.map((value) => (value >> shift) & 0x3ff)
  return ((shift << 30) | ((z ?? 0) << 20) | ((y ?? 0) << 10) | (x ?? 0)) >>> 0
}
