import { type Message, type NumberType, readNumber, take } from './bytes/hdf5-file.ts'

const [oldMessage, message] = [0x04, 0x05]
const isDefined = 0x20

/** What the numbers of a dataset are that nobody wrote, such as those of a missing chunk. 0 unless the file says otherwise. */
export function readFillValue(messages: readonly Message[], type: NumberType): number {
  const found = messages.find((each) => each.type === message) ?? messages.find((each) => each.type === oldMessage)
  if (!found) return 0
  const data = { ...found.data }
  if (found.type === message && !hasValue(data)) return 0
  if (data.at + 4 > data.view.byteLength || take(data, 4) !== type.bytes) return 0
  return data.at + type.bytes > data.view.byteLength ? 0 : readNumber(data.view, data.at, type)
}

/** Reads up to the size of the value. */
function hasValue(data: Message['data']): boolean {
  const version = take(data, 1)
  if (version === 3) return (take(data, 1) & isDefined) !== 0
  // When space is allocated, and when the value is written.
  take(data, 2)
  return take(data, 1) !== 0 || version === 1
}
