import { messagesOf } from '../../form-types/values/translations.ts'
import type { Column, Table } from '../columns/column.ts'
import type { OdmGroup } from './odm-tables.ts'
import { conditionOid, methodOid, unitOid } from './oids.ts'
import { element, textElement, translated } from './xml.ts'

/** The unit in which people enter the values of a field. */
export function unitOf({ asks, unit, type }: Column): string | undefined {
  return asks && type !== 'datetime' ? (unit ?? undefined) : undefined
}

export function unitsOf(groups: readonly OdmGroup[]): string[] {
  return [...new Set(groups.flatMap(({ items }) => items.flatMap(({ column }) => unitOf(column) ?? [])))]
}

/** The units of a study's fields, or nothing if they have none. */
export function basicDefinitions(units: readonly string[]): string {
  const all = units.map((unit, place) =>
    element(
      'MeasurementUnit',
      { OID: unitOid(place), Name: unit },
      element('Symbol', {}, textElement('TranslatedText', unit)),
    ),
  )
  return units.length === 0 ? '' : `${element('BasicDefinitions', {}, all.join(''))}\n`
}

/** What a value must be: hard rules are refused, soft ones confirmed with a reason. */
export function rangeChecks({ pattern, asks }: Column): string[] {
  const checks = pattern ? [element('RangeCheck', { SoftHard: 'Hard' }, formal('RE2', pattern))] : []
  if (!asks) return checks
  const { minimum, maximum, softMinimum, softMaximum } = asks
  const bounds = [
    ['GE', 'Hard', minimum],
    ['LE', 'Hard', maximum],
    ['GE', 'Soft', softMinimum],
    ['LE', 'Soft', softMaximum],
  ] as const
  for (const [Comparator, SoftHard, bound] of bounds) {
    if (bound === null) continue
    checks.push(element('RangeCheck', { Comparator, SoftHard }, textElement('CheckValue', String(bound))))
  }
  for (const { expression, message, soft, translations } of asks.checks) {
    const error = element('ErrorMessage', {}, translated(message, messagesOf(translations)))
    checks.push(element('RangeCheck', { SoftHard: soft ? 'Soft' : 'Hard' }, formal('CEL', expression) + error))
  }
  return checks
}

/** ODM says when an item is not collected. */
export function conditionDef(table: Table, column: Column): string {
  const { showIf, shownWhen } = column.asks ?? {}
  if (!showIf || !shownWhen) return ''
  const described = descriptionOf(`Collected only if: ${shownWhen}`)
  const attributes = { OID: conditionOid(table, column), Name: `Not asked: ${column.name}` }
  return `${element('ConditionDef', attributes, described + formal('CEL', `!(${showIf})`))}\n`
}

export function methodDef(table: Table, column: Column): string {
  const { calculation, calculatedAs } = column.asks ?? {}
  if (!calculation || !calculatedAs) return ''
  const attributes = { OID: methodOid(table, column), Name: `Calculated: ${column.name}`, Type: 'Computation' }
  return `${element('MethodDef', attributes, descriptionOf(calculatedAs) + formal('CEL', calculation))}\n`
}

function descriptionOf(text: string): string {
  return element('Description', {}, textElement('TranslatedText', text))
}

function formal(context: 'CEL' | 'RE2', expression: string): string {
  return textElement('FormalExpression', expression).replace('>', ` Context="${context}">`)
}
