import { heldBytes, type Numbers, type NumericArray } from '../arrays/numeric-array.ts'
import { makeBreathe } from '../limits.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import { InflateError, inflate } from '../zip/inflate.ts'
import {
  type Hdf5File,
  type Message,
  makeNumbers,
  type NumberType,
  nowhere,
  readAt,
  readGrowing,
  readNumber,
  readSpace,
  readType,
  take,
} from './bytes/hdf5-file.ts'
import { readMembers } from './compound.ts'
import { readFillValue } from './fill-value.ts'
import { type Chunk, type Layout, readLayout } from './hdf5-layout.ts'

const [spaceMessage, typeMessage, externalMessage, layoutMessage, filterMessage] = [0x01, 0x03, 0x07, 0x08, 0x0b]

export type Dataset = { readonly array: NumericArray; readonly isScalar: boolean }

/**
 * The dataset that the messages of an object describe. Undefined if there is none, or it is not numeric with at most
 * two dimensions. `column`: of a table, of which each line has several numbers.
 */
export function readDataset(
  file: Hdf5File,
  name: string,
  messages: readonly Message[],
  column?: NumberType,
): Dataset | undefined {
  const find = (type: number) => copyOf(messages, type)
  const [spaceOf, typeOf, layoutOf, filtersOf] = [spaceMessage, typeMessage, layoutMessage, filterMessage].map(find)
  if (!spaceOf || !typeOf || !layoutOf) return undefined
  const type = column ?? readType(typeOf)
  const shape = readSpace(spaceOf, file.lengthBytes)
  if (!type || !shape || shape.length > 2) return undefined
  const layout: Layout = find(externalMessage)
    ? { kind: 'unsupported', detail: 'in another file' }
    : readLayout(file, layoutOf, shape, lineOf(type), readGrowing(copyOf(messages, spaceMessage), file.lengthBytes))
  const filters = filtersOf ? readFilters(filtersOf) : []
  const fill = column ? 0 : readFillValue(messages, type)
  const [rows = 1, columns = 1] = shape
  const count = rows * columns
  const array: NumericArray = {
    name,
    shape: [rows, columns],
    strides: [columns, 1],
    load: async (signal) =>
      load({ ...file, signal: signal ?? file.signal }, { name, type, shape, layout, filters, fill }),
  }
  return { array, isScalar: count === 1 }
}

/** The columns of a table that are numbers, each as an array under its name, and the names of the others. */
export function readTable(file: Hdf5File, name: string, messages: readonly Message[]) {
  const type = copyOf(messages, typeMessage)
  const members = type && readMembers(type.data)
  const found = members?.map((member) => {
    const column = member.type && readDataset(file, `${name}.${member.name}`, messages, member.type)
    return { member, array: column && !column.isScalar ? column.array : undefined }
  })
  return (
    found && {
      arrays: found.flatMap(({ array }) => (array ? [array] : [])),
      unread: found.flatMap(({ member, array }) => (array ? [] : [member.name])),
    }
  )
}

/** A message as it is before it is read. */
function copyOf(messages: readonly Message[], type: number): Message | undefined {
  const found = messages.find((message) => message.type === type)
  return found && { type, data: { ...found.data, at: 0 } }
}

const kinds: Readonly<Record<number, string>> = { 6: 'compound', 7: 'references', 10: 'arrays' }

/** Why a dataset of several values is not drawn. Undefined if it is, or has texts and the like. */
export function whyNotDrawn(file: Hdf5File, messages: readonly Message[]): string | undefined {
  const [spaceOf, typeOf] = [copyOf(messages, spaceMessage), copyOf(messages, typeMessage)]
  const shape = spaceOf && readSpace(spaceOf, file.lengthBytes)
  if (!typeOf || !shape || shape.reduce((product, size) => product * size, 1) < 2) return undefined
  const kind = kinds[take({ ...typeOf.data }, 1) & 0x0f]
  if (kind) return kind
  const type = readType(typeOf)
  return type && shape.length > 2 ? `${shape.length} dimensions` : undefined
}

type Stored = {
  readonly name: string
  readonly type: NumberType
  readonly shape: readonly number[]
  readonly layout: Layout
  readonly filters: readonly Filter[]
  readonly fill: number
}

async function load(file: Hdf5File, { name, type, shape, layout, filters, fill }: Stored): Promise<Numbers> {
  const unsupported = layout.kind === 'unsupported' ? layout.detail : whyNotReadable(filters)
  if (unsupported) throw new UnreadableRecording('unsupported', { detail: `${name}: ${unsupported}` })
  const count = shape.reduce((product, size) => product * size, 1)
  if (count * lineOf(type) > heldBytes)
    throw new UnreadableRecording('unsupported', { detail: `${name}: ${count} numbers` })
  const numbers = makeNumbers(type, count)
  if (fill !== 0) numbers.fill(fill)
  if (layout.kind === 'compact') decode(layout.data.view, layout.data.at, type, numbers)
  else if (layout.kind === 'contiguous' && layout.address !== nowhere) {
    decode((await readAt(file, layout.address, count * lineOf(type))).view, 0, type, numbers)
  } else if (layout.kind === 'chunked') {
    const breathe = makeBreathe(file.signal)
    const whole = layout.chunk.reduce((product, size) => product * size, lineOf(type))
    if (whole > heldBytes) throw new UnreadableRecording('unsupported', { detail: `${name}: chunks of ${whole} bytes` })
    for (const chunk of await layout.list()) {
      const { view } = await readAt(file, chunk.address, chunk.bytes)
      const raw = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
      const bytes = await undoFilters(raw, filters, chunk.skipped, whole, file.signal)
      placeChunk(bytes, chunk, layout.chunk, shape, type, numbers)
      await breathe()
    }
  }
  return numbers
}

function decode(view: DataView, from: number, type: NumberType, numbers: ReturnType<typeof makeNumbers>): void {
  const line = lineOf(type)
  const held = Math.min(numbers.length, Math.floor((view.byteLength - from) / line))
  for (let index = 0; index < held; index++)
    numbers[index] = readNumber(view, from + index * line + (type.at ?? 0), type)
}

/** Bytes from one number to the next. */
function lineOf({ bytes, stride }: NumberType): number {
  return stride ?? bytes
}

/** Chunks at the edge extend beyond the dataset. */
function placeChunk(
  bytes: Uint8Array<ArrayBuffer>,
  { start }: Chunk,
  size: readonly number[],
  shape: readonly number[],
  type: NumberType,
  numbers: ReturnType<typeof makeNumbers>,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [firstRow = 0, firstColumn = 0] = start
  const [rows = 1, columns = 1] = shape
  const [chunkRows = 1, chunkColumns = 1] = size
  const lastRow = Math.min(rows, firstRow + chunkRows)
  const lastColumn = Math.min(columns, firstColumn + chunkColumns)
  for (let row = firstRow; row < lastRow; row++) {
    for (let column = firstColumn; column < lastColumn; column++) {
      const at = ((row - firstRow) * chunkColumns + (column - firstColumn)) * lineOf(type) + (type.at ?? 0)
      if (at + type.bytes > view.byteLength) return
      numbers[row * columns + column] = readNumber(view, at, type)
    }
  }
}

export type Filter = { readonly id: number; readonly values: readonly number[] }

const [deflate, shuffle, fletcher] = [1, 2, 3]

/** The filters of a chunk, in the order in which they were applied. */
function readFilters({ data }: Message): Filter[] {
  const version = take(data, 1)
  const count = take(data, 1)
  if (version === 1) data.at += 6
  return Array.from({ length: count }, () => {
    const id = take(data, 2)
    const nameLength = version === 1 || id >= 256 ? take(data, 2) : 0
    data.at += 2
    const values = take(data, 2)
    data.at += version === 1 ? Math.ceil(nameLength / 8) * 8 : nameLength
    const filter = { id, values: Array.from({ length: values }, () => take(data, 4)) }
    if (version === 1 && values % 2 === 1) data.at += 4
    return filter
  })
}

function whyNotReadable(filters: readonly Filter[]): string | undefined {
  const other = filters.find(({ id }) => id !== deflate && id !== shuffle && id !== fletcher)
  return other && `filter ${other.id}`
}

/**
 * Reverses the filters of a chunk. `skipped` are those that were not applied to it. `length` is the size of the chunk's
 * numbers.
 */
async function undoFilters(
  bytes: Uint8Array<ArrayBuffer>,
  filters: readonly Filter[],
  skipped: number,
  length: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  let data = bytes
  for (const [index, { id, values }] of [...filters.entries()].reverse()) {
    if ((skipped >>> index) & 1) continue
    if (id === deflate) data = await inflateChunk(data, length + 4, signal)
    else if (id === shuffle) data = unshuffle(data, values[0] ?? 1)
    // The checksum at the end is not verified, because the deflated data has its own.
    else if (id === fletcher) data = data.subarray(0, Math.max(0, data.length - 4))
  }
  return data
}

async function inflateChunk(bytes: Uint8Array<ArrayBuffer>, most: number, signal?: AbortSignal) {
  const data = new Uint8Array(most)
  let held = 0
  const chunks = (async function* () {
    yield bytes
  })()
  try {
    for await (const part of inflate(chunks, 'deflate', signal)) {
      if (held + part.length > most) throw new InflateError('more than the chunk')
      data.set(part, held)
      held += part.length
    }
  } catch (error) {
    if (!(error instanceof InflateError)) throw error
    throw new UnreadableRecording('wrong-header', { detail: error.message })
  }
  return data.subarray(0, held)
}

/** All first bytes of the numbers, then all second ones, and so on. */
function unshuffle(bytes: Uint8Array<ArrayBuffer>, width: number): Uint8Array<ArrayBuffer> {
  if (width <= 1 || width > bytes.length) return bytes
  const count = Math.floor(bytes.length / width)
  const data = bytes.slice()
  for (let byte = 0; byte < width; byte++) {
    for (let index = 0; index < count; index++) data[index * width + byte] = bytes[byte * count + index] ?? 0
  }
  return data
}
