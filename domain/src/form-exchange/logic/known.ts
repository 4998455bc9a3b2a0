import type { Part } from '../../expressions/parts.ts'
import type { FormTypeField } from '../../form-types/fields.ts'
import { dateTimeValueOf } from '../../form-types/values/form-dates.ts'

/** A field as expressions see it. */
export type Known = Pick<FormTypeField, 'type' | 'multiple' | 'options' | 'pattern'> & { variable: string }

/** Why an expression can't be carried over. */
export class Untranslatable extends Error {
  override readonly name = 'Untranslatable'
}

export const one: Part = { kind: 'value', value: 1, isWhole: true }
export const zero: Part = { kind: 'value', value: 0, isWhole: true }

export function isCoded({ type }: Known): boolean {
  return type === 'Choice' || type === 'String'
}

/** That a field with several codes has this one and no other: so it is equal to a text. */
export function isOnly(field: Part, code: string): Part {
  const isIn: Part = { kind: 'operation', operator: 'in', left: { kind: 'value', value: code }, right: field }
  const count: Part = { kind: 'call', name: 'count', args: [field] }
  const isOne: Part = { kind: 'operation', operator: '==', left: count, right: one }
  return { kind: 'operation', operator: '&&', left: isIn, right: isOne }
}

export function isText({ type, multiple }: Known): boolean {
  return (type === 'Choice' && !multiple) || type === 'String'
}

export function isBlank(part: Part): boolean {
  return part.kind === 'value' && part.value === ''
}

export function isZero(part: Part): boolean {
  return part.kind === 'value' && Number(part.value) === 0
}

export function isWord(part: Part | undefined, text: string): boolean {
  const value = part?.kind === 'value' ? part.value : part?.kind === 'call' ? part.name : undefined
  return String(value).toLowerCase() === text
}

export function negated(part: Part): Part {
  return part.kind === 'not' ? part.of : { kind: 'not', of: part }
}

/** False instead of a blank where one of the variables is blank. */
export function guarded(part: Part, variables: readonly string[]): Part {
  return variables.reduceRight<Part>((right, name) => {
    const left: Part = { kind: 'call', name: 'filled', args: [{ kind: 'variable', name }] }
    return { kind: 'operation', operator: '&&', left, right }
  }, part)
}

/** The variables that a part reads, each once. */
export function variablesOf(part: Part): string[] {
  return [...new Set(namesIn(part))]
}

function namesIn(part: Part): string[] {
  switch (part.kind) {
    case 'variable':
      return [part.name]
    case 'operation':
      return [...namesIn(part.left), ...namesIn(part.right)]
    case 'not':
    case 'minus':
      return namesIn(part.of)
    case 'call':
      return part.args.flatMap(namesIn)
    case 'method':
      return [...namesIn(part.of), ...part.args.flatMap(namesIn)]
    case 'list':
      return part.items.flatMap(namesIn)
    case 'choose':
      return [...namesIn(part.condition), ...namesIn(part.yes), ...namesIn(part.no)]
    default:
      return []
  }
}

/** In CEL, whole numbers are divided without a remainder. */
export function withPoint(part: Part): Part {
  return part.kind === 'value' && typeof part.value === 'number' ? { kind: 'value', value: part.value } : part
}

/** A day of a text: `2026-10-20`, or `today` as REDCap writes it. */
export function dayOf(value: unknown): Part {
  const text = String(value)
  if (text === 'today') return { kind: 'call', name: 'today', args: [] }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new Untranslatable(`${text} is no day`)
  return { kind: 'call', name: 'timestamp', args: [{ kind: 'value', value: `${text}T12:00:00Z` }] }
}

/** A moment of a text: a time with its offset, or `now` as REDCap writes it. */
export function momentOf(value: unknown): Part {
  const text = String(value)
  if (text === 'now') return { kind: 'call', name: text, args: [] }
  const seconds = dateTimeValueOf(text)
  if (seconds === undefined) throw new Untranslatable(`${text} is no time with its zone`)
  const instant = new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z')
  return { kind: 'call', name: 'timestamp', args: [{ kind: 'value', value: instant }] }
}

/** A power with a small whole exponent, as products. */
export function powerOf(base: Part, exponent: Part): Part {
  const times = exponent.kind === 'value' ? Number(exponent.value) : Number.NaN
  if (!Number.isInteger(times) || times < 1 || times > 4) throw new Untranslatable('a power')
  let made = base
  for (let count = 1; count < times; count++) made = { kind: 'operation', operator: '*', left: made, right: base }
  return made
}

const truths: Readonly<Record<string, boolean>> = {
  '1': true,
  '0': false,
  true: true,
  false: false,
  yes: true,
  no: false,
}
/** The value of a Boolean that a text stands for, or undefined. */
export function truthOf(value: unknown): boolean | undefined {
  const word = String(value).toLowerCase()
  return Object.hasOwn(truths, word) ? truths[word] : undefined
}
