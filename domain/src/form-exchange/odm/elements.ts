import { type Part, partsOf, textOfParts } from '../../expressions/parts.ts'
import type { LeftOut, XmlElement } from '../exchange.ts'
import { attribute, childrenOf } from '../files/xml.ts'
import type { Logic, Question } from '../made-form.ts'
import { lineOf, linesOf, type Place } from '../texts.ts'

/** The context of the alias that names the list of a field with several codes in one value. */
export const severalCodes = 'codes_separated_by_|'

export function note(name: string, text: string, place: Place, leftOut: LeftOut[]): Question {
  const isLong = text.includes('\n') || text.length > 500
  return {
    place,
    name,
    field: {
      type: 'Note',
      required: false,
      ...(isLong ? { help: linesOf(text, place, leftOut) } : { label: lineOf(text, place, leftOut) }),
    },
    showIf: [],
    checks: [],
  }
}

export function byOid(parent: XmlElement | undefined, name: string): Map<string, XmlElement> {
  return new Map((parent ? childrenOf(parent, name) : []).map((child) => [attribute(child, 'OID'), child]))
}

/** References or options in their order: by number, where they have one. */
export function ordered(parent: XmlElement | undefined, ...names: string[]): XmlElement[] {
  const number = (element: XmlElement) => Number(attribute(element, 'OrderNumber')) || 0
  const children = parent?.children ?? []
  return children.filter(({ name }) => names.includes(name)).toSorted((a, b) => number(a) - number(b))
}

export function aliasesOf(group: XmlElement, oid: string): string[] {
  return [oid, `${attribute(group, 'OID')}-${oid}`]
}

export function alias(element: XmlElement, context: string): string {
  const found = childrenOf(element, 'Alias').find((one) => attribute(one, 'Context') === context)
  return attribute(found, 'Name')
}

/** The language of the first text. */
export function languageOf(element: XmlElement): string | undefined {
  if (element.name === 'TranslatedText') return attribute(element, 'xml:lang')
  for (const child of element.children) {
    const found = languageOf(child)
    if (found !== undefined) return found
  }
}

/** The opposite of a condition of ours: `x` of `!(x)`, as it was written. */
export function negatedCel(text: string, part: Part | undefined): Logic {
  const inner = /^!\((.*)\)$/s.exec(text)?.[1]
  if (part?.kind !== 'not') return { text, part: part && { kind: 'not', of: part }, cel: `!(${text})` }
  const isWhole = inner !== undefined && JSON.stringify(partsOf(inner)) === JSON.stringify(part.of)
  return { text, part: part.of, cel: isWhole ? inner : textOfParts(part.of) }
}
