import type { FieldType } from '../../form-types/field-types.ts'

/** What a type of question becomes. `list`: its options. */
export type QuestionType =
  | { kind: 'field'; type: FieldType; decimals?: number; isText?: boolean }
  | { kind: 'choice'; list: string; multiple: boolean; hasOther: boolean }
  | { kind: 'calculate' | 'range' | 'group' | 'repeat' | 'end' }
  | { kind: 'none' }

const fields: Readonly<Record<string, QuestionType>> = {
  text: { kind: 'field', type: 'String' },
  string: { kind: 'field', type: 'String' },
  integer: { kind: 'field', type: 'Number', decimals: 0 },
  int: { kind: 'field', type: 'Number', decimals: 0 },
  decimal: { kind: 'field', type: 'Number' },
  date: { kind: 'field', type: 'Date' },
  time: { kind: 'field', type: 'Time' },
  datetime: { kind: 'field', type: 'DateTime' },
  note: { kind: 'field', type: 'Note' },
  acknowledge: { kind: 'field', type: 'Boolean' },
  trigger: { kind: 'field', type: 'Boolean' },
  barcode: { kind: 'field', type: 'String', isText: true },
  'phone number': { kind: 'field', type: 'String' },
  calculate: { kind: 'calculate' },
  range: { kind: 'range' },
}

const chosen =
  /^(select[ _]one|select1|select[ _]multiple|select all that apply|add select (?:one|multiple) prompt using)(?: from| using)?\s+(.+?)(\s+or[ _](?:specify[ _])?other)?$/

/** The type of a question by the word in its row, also in the spellings of earlier versions of XLSForm. */
export function questionType(text: string): QuestionType {
  const word = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const grouping = /^(begin|end)[ _](group|repeat|lgroup|looped group)$/.exec(word)
  if (grouping) return { kind: grouping[1] === 'end' ? 'end' : grouping[2] === 'group' ? 'group' : 'repeat' }
  const select = chosen.exec(word)
  if (select?.[2]) {
    // Names of lists are written in capitals, too.
    const list = text.trim().replace(/\s+/g, ' ').slice(word.indexOf(select[2])).slice(0, select[2].length)
    const multiple = /multiple|all that/.test(select[1] ?? '')
    return { kind: 'choice', list, multiple, hasOther: select[3] !== undefined }
  }
  return (Object.hasOwn(fields, word) ? fields[word] : undefined) ?? { kind: 'none' }
}
