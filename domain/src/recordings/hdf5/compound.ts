import { type Cursor, type NumberType, readType, take, takeText } from './bytes/hdf5-file.ts'

export type Member = {
  readonly name: string
  /** Undefined: no number. */
  readonly type: NumberType | undefined
}

const [texts, opaque, compound, named, referred, arrays] = [3, 5, 6, 8, 9, 10]
const mostMembers = 512

/** The columns of a table, of which each line is a compound (section IV.A.2.d). Undefined for other types. */
export function readMembers(type: Cursor): readonly Member[] | undefined {
  const first = take(type, 1)
  if ((first & 0x0f) !== compound) return undefined
  const version = first >> 4
  const count = take(type, 3) & 0xffff
  const stride = take(type, 4)
  const members: Member[] = []
  for (let index = 0; index < Math.min(count, mostMembers); index++) {
    const name = takeName(type, version)
    const at = take(type, version < 3 ? 4 : widthOf(stride))
    if (version === 1) type.at += 28
    const number = readType({ type: 0, data: { ...type } })
    skipType(type)
    members.push({ name, type: number && { ...number, at, stride } })
  }
  return members
}

/** Ends with a zero. Older versions fill it up to a multiple of eight bytes. */
function takeName(cursor: Cursor, version: number): string {
  const { view, at } = cursor
  let end = at
  while (end < view.byteLength && view.getUint8(end) !== 0) end++
  const length = end + 1 - at
  return takeText(cursor, version < 3 ? Math.ceil(length / 8) * 8 : length)
}

function widthOf(size: number): number {
  return size < 0x100 ? 1 : size < 0x1_0000 ? 2 : size < 0x100_0000 ? 3 : 4
}

/** Bytes of the properties of simple types, by their class. */
const properties: Readonly<Record<number, number>> = { 0: 4, 1: 12, 2: 2, 4: 4 }

function skipType(cursor: Cursor): void {
  const start = { ...cursor }
  const first = take(cursor, 1)
  const [kind, version] = [first & 0x0f, first >> 4]
  const bits = take(cursor, 3)
  const size = take(cursor, 4)
  if (kind === compound) {
    readMembers(start)
    cursor.at = start.at
  } else if (kind === named) {
    const base = cursor.view.byteLength >= cursor.at + 8 ? take({ ...cursor, at: cursor.at + 4 }, 4) : size
    skipType(cursor)
    for (let index = 0; index < (bits & 0xffff); index++) takeName(cursor, version)
    cursor.at += (bits & 0xffff) * base
  } else if (kind === referred) skipType(cursor)
  else if (kind === arrays) {
    const rank = take(cursor, 1)
    cursor.at += version < 3 ? 3 + 8 * rank : 4 * rank
    skipType(cursor)
  } else if (kind === opaque) cursor.at += bits & 0xff
  else if (kind !== texts) cursor.at += properties[kind] ?? 0
}
