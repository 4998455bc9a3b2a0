import { isRateName, makeArrayRecording } from '../arrays/array-recording.ts'
import type { Numbers, NumericArray } from '../arrays/numeric-array.ts'
import { isBelievableRate, makeBreathe } from '../limits.ts'
import { type Fault, makeFault, type OpenOptions, type Recording, type Source } from '../recording.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import { type Hdf5File, readAt, readMessages, take, takeAddress } from './bytes/hdf5-file.ts'
import { findSuperblock } from './find-superblock.ts'
import { readDataset, readTable, whyNotDrawn } from './hdf5-dataset.ts'
import { type Attributes, type Link, readAttributes, readLinks } from './hdf5-groups.ts'

const mostObjects = 4096
const mostScalars = 256

/** Reads the structure of the file object by object, and the numbers of a dataset when it is drawn. */
export async function openHdf5(source: Source, { signal }: OpenOptions = {}): Promise<Recording> {
  const head = await source.read(0, Math.min(4096, source.size), signal)
  const place = findSuperblock(head)
  if (place === undefined) throw new UnreadableRecording('wrong-header', { offset: 0 })
  const { file, root } = await readSuperblock(source, place, signal)
  const breathe = makeBreathe(signal)
  const arrays: NumericArray[] = []
  const scalars = new Map<string, number>()
  const faults: Fault[] = []
  const seen = new Set<number>()
  const objects: Link[] = [{ name: '', address: root }]
  for (let object = objects.shift(); object && seen.size < mostObjects; object = objects.shift()) {
    const { name, address } = object
    if (seen.has(address)) continue
    seen.add(address)
    try {
      const found = await readObject(file, name, address)
      objects.push(...found.links)
      if (found.unread) faults.push(makeFault('not-supported', { offset: file.base + address, detail: found.unread }))
      for (const [key, value] of found.numbers) if (scalars.size < mostScalars) scalars.set(`${name}.${key}`, value)
      if (found.value !== undefined && scalars.size < mostScalars) scalars.set(name, found.value)
      arrays.push(...found.arrays)
    } catch (error) {
      if (!(error instanceof UnreadableRecording) || name === '') throw error
      const what = error.code === 'cut-off' ? 'cut-off' : 'corrupt-block'
      faults.push(makeFault(what, { offset: error.offset ?? file.base + address, detail: name }))
    }
    await breathe()
  }
  const text = new TextDecoder('latin1').decode(head.subarray(0, 19))
  const format = text === 'MATLAB 7.3 MAT-file' ? 'MATLAB 7.3' : 'HDF5'
  return makeArrayRecording({ format, arrays, scalars, faults }, signal)
}

async function readObject(file: Hdf5File, name: string, address: number) {
  const messages = await readMessages(file, address)
  const { numbers, texts, isDense: areMore } = await readAttributes(file, messages)
  const { links, isDense } = await readLinks(file, messages)
  const dataset = readDataset(file, name, messages)
  const value = dataset?.isScalar ? Number((await dataset.array.load())[0]) : undefined
  // MATLAB stores texts as numbers, arrays without numbers as their size, and objects as numbers of its own.
  const kind = texts.get('MATLAB_class') ?? 'double'
  const isNumeric = /^(double|single|u?int\d+|logical)$/.test(kind)
  const isDrawn = !dataset?.isScalar && isNumeric && !numbers.has('MATLAB_empty')
  const array = isDrawn && dataset ? withAttributes(dataset.array, numbers, texts) : undefined
  const table = dataset ? undefined : readTable(file, name, messages)
  const others = table?.arrays.length ? table.unread.join(', ') : whyNotDrawn(file, messages)
  const why = !dataset ? others : isNumeric || kind === 'char' ? undefined : kind
  const missing = isDense ? 'names stored elsewhere' : (why ?? (areMore ? 'attributes stored elsewhere' : ''))
  const unread = missing ? `${name}${isDense ? '/' : ''}: ${missing}` : undefined
  // MATLAB stores the targets of its cell references there.
  const children = links.filter((each) => !each.name.startsWith('#'))
  const path = name === '' ? '' : `${name}.`
  const shared = array ? [] : [...numbers].map(([key, number]) => [key === 'rate' ? 'fs' : key, number] as const)
  const arrays = array ? [array] : (table?.arrays ?? [])
  return {
    unread,
    numbers: shared,
    value,
    arrays,
    links: children.map((each) => ({ ...each, name: path + each.name })),
  }
}

/**
 * What the attributes of an array say of its numbers: their unit, their rate, which is that of no other array, and by
 * what to multiply them (as NWB and netCDF do).
 */
function withAttributes(array: NumericArray, numbers: Attributes['numbers'], texts: Attributes['texts']): NumericArray {
  const said = (name: string) => [...texts].find(([key]) => key.toLowerCase() === name)?.[1]
  const unit = said('unit') ?? said('units')
  const rate = [...numbers].find(([key, value]) => (isRateName(key) || key === 'rate') && isBelievableRate(value))?.[1]
  const isOfNwb = numbers.has('conversion')
  const factor = numbers.get('conversion') ?? numbers.get('scale_factor') ?? 1
  const offset = (isOfNwb ? numbers.get('offset') : numbers.get('add_offset')) ?? 0
  const missing = numbers.get('_FillValue')
  const isScaled = factor !== 1 || offset !== 0 || missing !== undefined
  return {
    ...array,
    ...(unit && { unit }),
    ...(rate !== undefined && { rate }),
    ...(isScaled && { load: async (signal) => scale(await array.load(signal), factor, offset, missing) }),
  }
}

function scale(numbers: Numbers, factor: number, offset: number, missing: number | undefined): Float64Array {
  const scaled = new Float64Array(numbers.length)
  for (let index = 0; index < scaled.length; index++) {
    const value = Number(numbers[index])
    scaled[index] = value === missing ? Number.NaN : value * factor + offset
  }
  return scaled
}

async function readSuperblock(
  source: Source,
  place: number,
  signal?: AbortSignal,
): Promise<{ file: Hdf5File; root: number }> {
  const first = { source, base: place, offsetBytes: 8, lengthBytes: 8, signal }
  const cursor = await readAt(first, 0, Math.min(128, source.size - place))
  cursor.at = 8
  const version = take(cursor, 1)
  if (version > 3)
    throw new UnreadableRecording('unsupported', { offset: place + 8, detail: `HDF5 superblock ${version}` })
  cursor.at = version < 2 ? 13 : 9
  const [offsetBytes, lengthBytes] = [take(cursor, 1), take(cursor, 1)]
  if (![2, 4, 8].includes(offsetBytes) || ![2, 4, 8].includes(lengthBytes)) {
    throw new UnreadableRecording('wrong-header', { offset: place + cursor.at - 2 })
  }
  const file = { ...first, offsetBytes, lengthBytes }
  // Before the address of the root: four addresses and the name of its entry, or three addresses.
  cursor.at = version < 2 ? 24 + (version === 1 ? 4 : 0) + 5 * offsetBytes : 12 + 3 * offsetBytes
  return { file, root: takeAddress(file, cursor) }
}
