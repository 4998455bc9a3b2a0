import { partsOf } from '../../expressions/parts.ts'
import type { FieldType } from '../../form-types/field-types.ts'
import { problem } from '../../shared/problems.ts'
import type { LeftOut, XmlElement } from '../exchange.ts'
import { attribute, childOf, childrenOf } from '../files/xml.ts'
import { openEdc } from '../logic/dialects.ts'
import { parseLogic } from '../logic/parse-logic.ts'
import type { Question } from '../made-form.ts'
import { lineOf, type Place } from '../texts.ts'
import type { TranslatedTexts } from './translated-texts.ts'

type Context = {
  place: Place
  /** The item's, by which its checks name it. */
  oid: string
  type: FieldType
  isWhole: boolean
  texts: TranslatedTexts
  leftOut: LeftOut[]
}

/** The limits and checks of an item's range checks. */
export function checksOf(item: XmlElement, { place, oid, type, isWhole, texts, leftOut }: Context) {
  const limits: Partial<Question['field']> = {}
  const checks: Question['checks'][number][] = []
  for (const check of childrenOf(item, 'RangeCheck')) {
    const soft = attribute(check, 'SoftHard') === 'Soft'
    const comparator = attribute(check, 'Comparator')
    const values = childrenOf(check, 'CheckValue').map(({ text }) => text.trim())
    const { text: message, said: others } = texts.said(childOf(check, 'ErrorMessage'), place, 'label')
    const translations = others.flatMap(({ language, label }) => (label ? [{ language, message: label }] : []))
    const spoken = translations.length > 0 ? { translations } : {}
    const formal = childOf(check, 'FormalExpression')
    const limit =
      type === 'Number' && values.length === 1 ? boundOf(comparator, Number(values[0]), soft, isWhole) : undefined
    const at = { ...place, row: check.line }
    if (attribute(formal, 'Context') === 'RE2' && type === 'String') limits.pattern = formal?.text ?? ''
    else if (formal && attribute(formal, 'Context') === 'CEL') {
      checks.push({
        text: formal.text,
        part: partsOf(formal.text),
        cel: formal.text,
        message: lineOf(message, at, leftOut),
        soft,
        ...spoken,
      })
    } else if (limit) {
      Object.assign(limits, limit)
      if (message)
        leftOut.push({
          ...at,
          text: message,
          why: problem('exchange.part', { params: { part: 'ErrorMessage' } }),
        })
    } else if (values.length === 1 && Object.hasOwn(signs, comparator)) {
      const text = `${oid} ${signs[comparator]} ${JSON.stringify(values[0])}`
      const said = message ? lineOf(message, at, leftOut) : `${signs[comparator]} ${values[0]}`
      checks.push({ text, part: parseLogic(text, openEdc([oid])), message: said, soft, ...spoken })
    } else {
      const text = formal?.text ?? `${comparator} ${values.join(', ')}`
      leftOut.push({ ...at, text, why: problem('exchange.part', { params: { part: 'RangeCheck' } }) })
    }
  }
  return { limits, checks }
}

const signs: Readonly<Record<string, string>> = { LT: '<', LE: '<=', GT: '>', GE: '>=', EQ: '==', NE: '!=' }

function boundOf(
  comparator: string,
  value: number,
  soft: boolean,
  isWhole: boolean,
): Partial<Question['field']> | undefined {
  if (!Number.isFinite(value)) return undefined
  const low = comparator === 'GE' ? value : comparator === 'GT' && isWhole ? value + 1 : undefined
  const high = comparator === 'LE' ? value : comparator === 'LT' && isWhole ? value - 1 : undefined
  if (low !== undefined) return soft ? { softMinimum: low } : { minimum: low }
  return high === undefined ? undefined : soft ? { softMaximum: high } : { maximum: high }
}
