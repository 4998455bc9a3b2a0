import type { ColumnType } from '../../form-types/column-types.ts'
import type { HistoryRow } from '../history-row.ts'
import { odmDouble } from '../number-text.ts'
import type { Item, OdmGroup } from './odm-tables.ts'
import { itemOid, siteOid, userOid } from './oids.ts'
import type { ItemTransaction } from './transactions.ts'
import { element, textElement } from './xml.ts'

const audits = new WeakMap<HistoryRow, string>()

/** Who changed it, where, when and why. The text of a change is cached, because it has many items. */
export function auditRecord(by: HistoryRow | undefined, siteid: string): string {
  if (!by) return ''
  const known = audits.get(by)
  if (known !== undefined) return known
  const reason = by.reason === null ? '' : textElement('ReasonForChange', by.reason)
  const xml = element(
    'AuditRecord',
    {},
    element('UserRef', { UserOID: userOid(by.actor) }) +
      element('LocationRef', { LocationOID: siteOid(siteid) }) +
      textElement('DateTimeStamp', by.at) +
      reason +
      textElement('SourceID', by.historyid),
  )
  audits.set(by, xml)
  return xml
}

type Context = { group: OdmGroup; siteid: string; hasHistory: boolean; isBeyondDay: readonly boolean[] }

/** All values of an item, oldest first. Without history only its present value. */
export function itemData(item: Item, transactions: readonly ItemTransaction[], context: Context): string {
  const { group, siteid, hasHistory, isBeyondDay } = context
  const ItemOID = itemOid(group.table, item.column)
  return transactions
    .map(({ type, value, by }) => {
      const shown = value === null ? undefined : shownValue(item, value, isBeyondDay[item.place] ?? false)
      const attributes = {
        ItemOID,
        TransactionType: hasHistory ? type : undefined,
        IsNull: shown && shown.value === null ? 'Yes' : undefined,
        Value: shown?.value,
      }
      const note = shown?.note ? element('Annotation', { SeqNum: 1 }, textElement('Comment', shown.note)) : ''
      return element('ItemData', attributes, auditRecord(by, siteid) + note)
    })
    .join('')
}

type Shown = { value: string | null; note?: string }

/** A value converted to the item's type. One that does not fit is null, with the value in an annotation. */
function shownValue({ column, field }: Item, value: string, isBeyondDay: boolean): Shown {
  if (!field) return { value: asTyped(column.type, value) }
  const { cell, why } = field.fit(value)
  if (cell === null) return { value: null, note: `${why ?? ''} Stored: ${value}` }
  if (column.type === 'time' && cell >= '24' && !isBeyondDay) return { value: null, note: `Stored: ${value}` }
  return { value: asTyped(column.type, cell) }
}

function asTyped(type: ColumnType, cell: string): string {
  return type === 'number' ? odmDouble(cell) : cell
}
