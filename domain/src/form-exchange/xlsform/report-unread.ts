import { problem } from '../../shared/problems.ts'
import type { LeftOut } from '../exchange.ts'
import type { Place } from '../texts.ts'
import { isKnownAppearance, isNo, isYes } from './cells.ts'
import type { QuestionType } from './question-types.ts'
import type { SheetRow } from './sheet-columns.ts'

/** The columns of questions that are read; each cell of another is reported. */
const read = new Set([
  'type',
  'name',
  'label',
  'hint',
  'required',
  'relevant',
  'constraint',
  'constraint_message',
  'calculation',
])

/** Of them, what the row of a group says of questions only. */
const ofQuestions = new Set(['hint', 'required', 'constraint', 'constraint_message', 'calculation'])

/** Reports each cell of a question or of a group that is not read. */
export function reportUnread(values: SheetRow['values'], place: Place, type: QuestionType, leftOut: LeftOut[]): void {
  const isGroup = type.kind === 'group' || type.kind === 'repeat'
  for (const [column, text] of values) {
    const isRead = read.has(column) && !(isGroup && ofQuestions.has(column))
    const isKnown = isRead || (column === 'appearance' && isKnownAppearance(text, type))
    const isSaid = column === 'parameters' && type.kind === 'range'
    const isNotSaid = /^(no|false|false\(\)|0)$/i.test(text) && (column === 'read_only' || column === 'readonly')
    if (isKnown || isSaid || isNotSaid) continue
    leftOut.push({ ...place, text, why: problem('exchange.part', { params: { part: column } }) })
  }
  const required = values.get('required')
  if (required && !isYes(required) && !isNo(required)) {
    leftOut.push({ ...place, text: required, why: problem('exchange.part', { params: { part: 'required' } }) })
  }
}
