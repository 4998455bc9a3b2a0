import type { Part } from '../../expressions/parts.ts'
import type { FormTypeField } from '../../form-types/fields.ts'
import { cleanName } from '../../shared/text.rules.ts'
import type { QuestionType } from './question-types.ts'

type Range = Pick<FormTypeField, 'type' | 'display' | 'minimum' | 'maximum' | 'decimals'>

/** Whether `other` is chosen, as XLSForm asks in or_other. */
export function isOther(name: string, multiple: boolean): Part {
  const field = { kind: 'variable', name } as const
  const other = { kind: 'value', value: 'other' } as const
  return multiple
    ? { kind: 'call', name: 'selected', args: [field, other] }
    : { kind: 'operation', operator: '==', left: field, right: other }
}

/** The id of a form as it is made of its title. */
export function formIdOf(title: string): string {
  return title.normalize('NFD').replace(/[^A-Za-z0-9]+/g, '_') || 'form'
}

/** A whole number in a cell of a workbook may be written with a point. */
export function codeOf(text: string): string {
  return cleanName(/^\d+\.0$/.test(text) ? text.slice(0, -2) : text)
}

export function rangeOf(parameters: string): Range {
  const number = (name: string, otherwise: number) => {
    const found = new RegExp(`\\b${name}\\s*=\\s*(-?[\\d.]+)`).exec(parameters)?.[1]
    return found !== undefined && Number.isFinite(Number(found)) ? Number(found) : otherwise
  }
  const step = String(number('step', 1))
  const decimals = step.includes('.') ? (step.split('.')[1] ?? '').length : 0
  return { type: 'Number', display: 'SCALE', minimum: number('start', 0), maximum: number('end', 10), decimals }
}

/** The list whose labels stand along a range. */
export function labelListOf(parameters: string): string | undefined {
  return /\btick_labelset\s*=\s*([^\s,;]+)/.exec(parameters)?.[1]
}

export function isKnownAppearance(text: string, { kind }: QuestionType): boolean {
  if (kind === 'choice') return /^(minimal|autocomplete|label|list-nolabel|search)$/.test(text)
  if (kind === 'group') return text === 'table-list'
  if (kind === 'range') return text === 'no-ticks'
  return kind === 'field' && text === 'multiline'
}

export function isYes(text: string | undefined): boolean {
  return text !== undefined && /^(yes|true|true\(\)|1|1\.0)$/i.test(text)
}

export function isNo(text: string): boolean {
  return /^(no|false|false\(\)|0|0\.0)$/i.test(text)
}
