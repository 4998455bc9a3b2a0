import { take, takeText } from './hdf5-file.ts'
import type { Message } from './hdf5-messages.ts'
import { readNumber, readType } from './hdf5-types.ts'

const attribute = 0x0c
const textKind = 3

/** The attributes of an object that are a single number or a text of fixed length, such as a rate or a unit. */
export function readAttributes(messages: readonly Message[]): {
  numbers: Map<string, number>
  texts: Map<string, string>
} {
  const numbers = new Map<string, number>()
  const texts = new Map<string, string>()
  for (const { type, data } of messages) {
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
    const kind = take({ view, at: typeAt }, 1) & 0x0f
    const length = take({ view, at: typeAt + 4 }, 4)
    if (valueAt + length > view.byteLength) continue
    const number = readType({ type: 0, data: { view, at: typeAt } })
    if (kind === textKind) texts.set(name, takeText({ view, at: valueAt }, length))
    else if (number) numbers.set(name, readNumber(view, valueAt, number))
  }
  return { numbers, texts }
}
