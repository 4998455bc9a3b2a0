import { UnreadableRecording } from '../unreadable-recording.ts'
import {
  expectMark,
  type Hdf5File,
  type Message,
  nowhere,
  readAt,
  readNumber,
  readType,
  take,
  takeAddress,
  takeText,
} from './bytes/hdf5-file.ts'

export type Link = { readonly name: string; readonly address: number }

const [linkInfo, link, symbolTable] = [0x02, 0x06, 0x11]
const mostLinks = 4096
const mostNodes = 4096

/** The contents of a group. Omits symbolic and external links, and those of a dense group, which is reported. */
export async function readLinks(
  file: Hdf5File,
  messages: readonly Message[],
): Promise<{ links: Link[]; isDense: boolean }> {
  const links: Link[] = []
  let isDense = false
  for (const { type, data } of messages) {
    if (type === link) links.push(...readLink(file, data))
    else if (type === symbolTable)
      links.push(...(await readSymbolTable(file, takeAddress(file, data), takeAddress(file, data))))
    else if (type === linkInfo) {
      data.at = 1
      const isOrdered = (take(data, 1) & 1) !== 0
      data.at += isOrdered ? 8 : 0
      isDense ||= takeAddress(file, data) !== nowhere
    }
  }
  return { links: links.slice(0, mostLinks), isDense }
}

function readLink(file: Hdf5File, data: Message['data']): Link[] {
  data.at = 1
  const flags = take(data, 1)
  const kind = flags & 8 ? take(data, 1) : 0
  data.at += (flags & 4 ? 8 : 0) + (flags & 16 ? 1 : 0)
  const name = takeText(data, take(data, 2 ** (flags & 3)))
  return kind === 0 ? [{ name, address: takeAddress(file, data) }] : []
}

/** Old-style groups: a tree whose leaves list names in a heap. */
async function readSymbolTable(file: Hdf5File, tree: number, heap: number): Promise<Link[]> {
  const head = await readAt(file, heap, 8 + 2 * file.lengthBytes + file.offsetBytes)
  expectMark(head, 'HEAP')
  head.at = 8
  const heapSize = take(head, file.lengthBytes)
  head.at += file.lengthBytes
  const names = await readAt(file, takeAddress(file, head), Math.min(heapSize, 1 << 20))
  const links: Link[] = []
  const nodes = [tree]
  for (let count = 0; nodes.length > 0 && count < mostNodes && links.length < mostLinks; count++) {
    const address = nodes.shift() ?? nowhere
    const node = await readAt(file, address, 8)
    if (takeText(node, 4) === 'SNOD') {
      node.at = 6
      const entries = take(node, 2)
      const entryBytes = 2 * file.offsetBytes + 24
      const table = await readAt(file, address + 8, entries * entryBytes)
      for (let entry = 0; entry < entries; entry++) {
        table.at = entry * entryBytes
        names.at = take(table, file.offsetBytes)
        const object = takeAddress(file, table)
        const name = takeText(names, Math.max(0, Math.min(1024, names.view.byteLength - names.at)))
        // A symbolic link has no address.
        if (object !== nowhere) links.push({ name, address: object })
      }
      continue
    }
    const children = await readTreeNode(file, address)
    nodes.push(...children)
  }
  return links
}

async function readTreeNode(file: Hdf5File, address: number): Promise<number[]> {
  const head = await readAt(file, address, 8)
  expectMark(head, 'TREE')
  head.at = 6
  const used = take(head, 2)
  const body = await readAt(file, address + 8 + 2 * file.offsetBytes, used * (file.lengthBytes + file.offsetBytes))
  return Array.from({ length: used }, () => {
    body.at += file.lengthBytes
    return takeAddress(file, body)
  })
}

const [attribute, attributeInfo] = [0x0c, 0x15]
const [textKind, referredKind] = [3, 9]

export type Attributes = {
  readonly numbers: Map<string, number>
  readonly texts: Map<string, string>
  /** Whether there are more, in a structure that is not read. */
  readonly isDense: boolean
}

/** The attributes of an object that are a single number or a text, such as a rate or a unit. */
export async function readAttributes(file: Hdf5File, messages: readonly Message[]): Promise<Attributes> {
  const numbers = new Map<string, number>()
  const texts = new Map<string, string>()
  let isDense = false
  for (const { type, data } of messages) {
    if (type === attributeInfo) {
      data.at = 1
      const isOrdered = (take(data, 1) & 1) !== 0
      data.at += isOrdered ? 2 : 0
      isDense ||= takeAddress(file, data) !== nowhere
    }
    if (type !== attribute) continue
    const version = take(data, 1)
    data.at++
    const [nameBytes, typeBytes, spaceBytes] = [take(data, 2), take(data, 2), take(data, 2)]
    if (version === 3) data.at++
    const padded = (length: number) => (version === 1 ? Math.ceil(length / 8) * 8 : length)
    const from = data.at
    const name = takeText(data, nameBytes)
    const typeAt = from + padded(nameBytes)
    const valueAt = typeAt + padded(typeBytes) + padded(spaceBytes)
    if (valueAt > data.view.byteLength) continue
    const { view } = data
    const head = take({ view, at: typeAt }, 2)
    const length = take({ view, at: typeAt + 4 }, 4)
    if (valueAt + length > view.byteLength) continue
    const number = readType({ type: 0, data: { view, at: typeAt } })
    if ((head & 0x0f) === textKind) texts.set(name, takeText({ view, at: valueAt }, length))
    else if ((head & 0x0f) === referredKind && head >> 8 === 1) {
      const found = await readReferredText(file, { view, at: valueAt })
      if (found !== undefined) texts.set(name, found)
    } else if (number) numbers.set(name, readNumber(view, valueAt, number))
  }
  return { numbers, texts, isDense }
}

const longestCollection = 1 << 20

/** A text of any length, which is stored with others elsewhere (section III.E of the specification). */
async function readReferredText(file: Hdf5File, value: Message['data']): Promise<string | undefined> {
  try {
    const length = take(value, 4)
    const address = takeAddress(file, value)
    const wanted = take(value, 4)
    if (length === 0 || address === nowhere) return undefined
    const head = await readAt(file, address, 8 + file.lengthBytes)
    expectMark(head, 'GCOL')
    head.at = 8
    const size = take(head, file.lengthBytes)
    const texts = await readAt(file, address, Math.min(size, longestCollection))
    texts.at = head.at
    while (texts.at + 8 + file.lengthBytes <= texts.view.byteLength) {
      const index = take(texts, 2)
      texts.at += 6
      const bytes = take(texts, file.lengthBytes)
      if (index === wanted) return takeText(texts, Math.min(bytes, length))
      // The rest is free.
      if (index === 0) return undefined
      texts.at += Math.ceil(bytes / 8) * 8
    }
    return undefined
  } catch (error) {
    if (error instanceof UnreadableRecording) return undefined
    throw error
  }
}
