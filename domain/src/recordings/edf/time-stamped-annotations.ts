import { limits } from '../limits.ts'
import type { Annotation } from '../recording.ts'

const endOfList = 0x00
const endOfText = 0x14
const beforeDuration = 0x15
/** Bytes of an onset with its duration. */
const longestStamp = 64

const utf8 = new TextDecoder()

/**
 * Parses the annotations of one "EDF Annotations" signal in one record: time-stamped lists, each with an onset, an
 * optional duration, and texts (section 2.2.2 of EDF+). Invalid lists are skipped. An empty text marks the time of the
 * record.
 */
export function readAnnotations(bytes: Uint8Array): Annotation[] {
  const annotations: Annotation[] = []
  for (let from = 0; from < bytes.length; ) {
    if (bytes[from] === endOfList) {
      from++
      continue
    }
    const end = bytes.indexOf(endOfList, from)
    const list = bytes.subarray(from, end < 0 ? bytes.length : end)
    annotations.push(...readList(list))
    from += list.length + 1
  }
  return annotations
}

/** When a record begins, in seconds since the start in the header: its first list, whose first text is empty. */
export function readRecordOnset(bytes: Uint8Array): number | null {
  const end = bytes.indexOf(endOfList)
  const [first] = readList(bytes.subarray(0, end < 0 ? bytes.length : end))
  return first?.text === '' ? first.at : null
}

function readList(list: Uint8Array): Annotation[] {
  const stampEnd = list.indexOf(endOfText)
  if (stampEnd < 0 || stampEnd > longestStamp) return []
  const stamp = list.subarray(0, stampEnd)
  const onsetEnd = stamp.indexOf(beforeDuration)
  const at = readSeconds(onsetEnd < 0 ? stamp : stamp.subarray(0, onsetEnd), /^[+-]\d+(\.\d*)?$/)
  const duration = onsetEnd < 0 ? null : readSeconds(stamp.subarray(onsetEnd + 1), /^\d+(\.\d*)?$/)
  if (at === null) return []
  const texts = utf8.decode(list.subarray(stampEnd + 1)).split(String.fromCharCode(endOfText))
  // Each text ends with the separator, so nothing follows the last one.
  if (texts.length > 1) texts.pop()
  return texts.map((text) => ({ at, duration, text: text.trim() }))
}

function readSeconds(bytes: Uint8Array, form: RegExp): number | null {
  const digits = String.fromCharCode(...bytes)
  const seconds = Number(digits)
  return form.test(digits) && Math.abs(seconds) <= limits.duration ? seconds : null
}
