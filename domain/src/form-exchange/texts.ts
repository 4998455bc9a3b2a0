import type { FieldTranslation } from '../form-types/values/translations.ts'
import { problem } from '../shared/problems.ts'
import { characterCount, cleanName } from '../shared/text.rules.ts'
import type { LeftOut } from './exchange.ts'

export const maxLine = 500
const maxHelp = 4000

/** Characters of which labels and names have blanks instead. */
export const notInLines = /[\p{Cc}\p{White_Space}\u2028-\u202e\u2066-\u2069]+/gu

/** Where something is in a file. */
export type Place = Pick<LeftOut, 'sheet' | 'row' | 'field'>

/** A text in one line without its formatting, as labels are. What is lost is reported. */
export function lineOf(text: string, place: Place, leftOut: LeftOut[], max = maxLine): string {
  return shortened(cleanName(plain(text).replace(notInLines, ' ')), text, place, leftOut, max)
}

/** A text of several lines without its formatting, as helps are. */
export function linesOf(text: string, place: Place, leftOut: LeftOut[]): string {
  const clean = plain(text).replace(/\r\n?/g, '\n').trim()
  return shortened(clean, text, place, leftOut, maxHelp)
}

function shortened(clean: string, text: string, place: Place, leftOut: LeftOut[], max: number): string {
  const isLong = clean.length > max && characterCount(clean) > max
  if (isLong || tag.test(text)) leftOut.push({ ...place, text, why: problem('exchange.text', { params: { max } }) })
  return isLong ? firstUnits(clean, max).trim() : clean
}

/** The translations of a field whose parts come one by one, each language once. */
export function joined(parts: readonly FieldTranslation[]): FieldTranslation[] {
  const all = new Map<string, FieldTranslation>()
  for (const part of parts) {
    const before = all.get(part.language)
    const options = [...(before?.options ?? []), ...(part.options ?? [])]
    all.set(part.language, { ...before, ...part, ...(options.length > 0 ? { options } : {}) })
  }
  return [...all.values()]
}

/** At most `max` UTF-16 code units from the beginning of a text, and no half character at the end. */
export function firstUnits(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
}

/** Does not go on to the next bracket: a text of many `<a` would take hours. */
const tag = /<[a-z][^<>]*>/i

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Without tags of HTML, in which REDCap keeps formatted texts. */
function plain(text: string): string {
  const storable = text.replace(/\0|\p{Surrogate}/gu, '')
  if (!tag.test(storable)) return storable
  return storable
    .replace(/<\/?(p|div|br|li|tr|h[1-6])\b[^<>]*>/gi, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(#\d{1,7}|[a-z]{1,10});/gi, (found, name: string) => letterOf(name.toLowerCase()) ?? found)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

function letterOf(name: string): string | undefined {
  if (Object.hasOwn(entities, name)) return entities[name]
  const code = name.startsWith('#') ? Number(name.slice(1)) : Number.NaN
  return code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : undefined
}
