import { problem } from '../shared/problems.ts'
import { characterCount, cleanName } from '../shared/text.rules.ts'
import type { LeftOut } from './exchange.ts'

export const maxLine = 500
const maxHelp = 4000

/** Where something is in a file. */
export type Place = Pick<LeftOut, 'sheet' | 'row' | 'field'>

/** A text in one line without its formatting, as labels are. What is lost is reported. */
export function lineOf(text: string, place: Place, leftOut: LeftOut[], max = maxLine): string {
  return shortened(
    cleanName(plain(text).replace(/[\p{Cc}\p{White_Space}\u2028-\u202e\u2066-\u2069]+/gu, ' ')),
    text,
    place,
    leftOut,
    max,
  )
}

/** A text of several lines without its formatting, as helps are. */
export function linesOf(text: string, place: Place, leftOut: LeftOut[]): string {
  const clean = plain(text).replace(/\r\n?/g, '\n').trim()
  return shortened(clean, text, place, leftOut, maxHelp)
}

function shortened(clean: string, text: string, place: Place, leftOut: LeftOut[], max: number): string {
  const isLong = clean.length > max && characterCount(clean) > max
  if (isLong || /<[a-z][^>]*>/i.test(text))
    leftOut.push({ ...place, text, why: problem('exchange.text', { params: { max } }) })
  return isLong ? clean.slice(0, max).trim() : clean
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Without tags of HTML, in which REDCap keeps formatted texts. */
function plain(text: string): string {
  const storable = text.replace(/\0|\p{Surrogate}/gu, '')
  if (!/<[a-z][^>]*>/i.test(storable)) return storable
  const withoutTags = storable.replace(/<\/?(p|div|br|li|tr|h[1-6])\b[^>]*>/gi, '\n').replace(/<\/?[a-z][^>]*>/gi, '')
  return withoutTags
    .replace(/&(#\d{1,7}|[a-z]+);/gi, (found, name: string) => entities[name.toLowerCase()] ?? letterOf(name) ?? found)
    .replace(/[^\S\n]*\n\s*/g, '\n')
    .trim()
}

function letterOf(name: string): string | undefined {
  const code = name.startsWith('#') ? Number(name.slice(1)) : Number.NaN
  return code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : undefined
}
