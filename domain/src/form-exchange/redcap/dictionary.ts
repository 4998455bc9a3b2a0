import { isNumber } from '../../form-types/values/number-values.ts'

/** A row of a data dictionary of REDCap. */
export type DictionaryRow = {
  row: number | null
  name: string
  form: string
  section: string
  type: string
  label: string
  choices: string
  note: string
  validation: string
  minimum: string
  maximum: string
  identifier: string
  branching: string
  required: string
  alignment: string
  question: string
  matrix: string
  ranking: string
  annotation: string
}

type Key = Exclude<keyof DictionaryRow, 'row'>

/** The columns: as REDCap's screens write them, as its API does, and the word for them where they are left out. */
export const dictionaryColumns: readonly { key: Key; heading: string; api: string }[] = [
  { key: 'name', heading: 'Variable / Field Name', api: 'field_name' },
  { key: 'form', heading: 'Form Name', api: 'form_name' },
  { key: 'section', heading: 'Section Header', api: 'section_header' },
  { key: 'type', heading: 'Field Type', api: 'field_type' },
  { key: 'label', heading: 'Field Label', api: 'field_label' },
  { key: 'choices', heading: 'Choices, Calculations, OR Slider Labels', api: 'select_choices_or_calculations' },
  { key: 'note', heading: 'Field Note', api: 'field_note' },
  {
    key: 'validation',
    heading: 'Text Validation Type OR Show Slider Number',
    api: 'text_validation_type_or_show_slider_number',
  },
  { key: 'minimum', heading: 'Text Validation Min', api: 'text_validation_min' },
  { key: 'maximum', heading: 'Text Validation Max', api: 'text_validation_max' },
  { key: 'identifier', heading: 'Identifier?', api: 'identifier' },
  { key: 'branching', heading: 'Branching Logic (Show field only if...)', api: 'branching_logic' },
  { key: 'required', heading: 'Required Field?', api: 'required_field' },
  { key: 'alignment', heading: 'Custom Alignment', api: 'custom_alignment' },
  { key: 'question', heading: 'Question Number (surveys only)', api: 'question_number' },
  { key: 'matrix', heading: 'Matrix Group Name', api: 'matrix_group_name' },
  { key: 'ranking', heading: 'Matrix Ranking?', api: 'matrix_ranking' },
  { key: 'annotation', heading: 'Field Annotation', api: 'field_annotation' },
]

export const blankRow: DictionaryRow = {
  row: null,
  ...(Object.fromEntries(dictionaryColumns.map(({ key }) => [key, ''])) as Record<Key, string>),
}

/** The choices of a field: `1, One | 2, Two`. */
export function choicesOf(text: string): { code: string; label: string }[] {
  return text
    .split('|')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const comma = part.indexOf(',')
      return comma < 0
        ? { code: part.trim(), label: part.trim() }
        : { code: part.slice(0, comma).trim(), label: part.slice(comma + 1).trim() }
    })
}

/** The rows as a file (CSV). */
export function dictionaryText(rows: readonly DictionaryRow[]): string {
  const lines = rows.map((row) => dictionaryColumns.map(({ key }) => cell(row[key])).join(','))
  return `${[dictionaryColumns.map(({ heading }) => cell(heading)).join(','), ...lines].join('\r\n')}\r\n`
}

function cell(given: string): string {
  const text = guarded(given)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * What a spreadsheet would run as a formula, such as `@HIDDEN` or `-[weight]`, begins with a blank: whoever reads a
 * dictionary, REDCap as well, takes blanks at the ends off. A number is none.
 */
function guarded(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !isNumber(text) ? ` ${text}` : text
}

/** A name of small letters, digits and _, which REDCap uses once in a project. */
export function uniqueName(name: string, taken: Set<string>): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const base = /^[a-z]/.test(plain) ? plain.slice(0, 90) : `f_${plain.slice(0, 88)}`.replace(/_+$/, '')
  let unique = base
  for (let count = 2; taken.has(unique); count++) unique = `${base}_${count}`
  taken.add(unique)
  return unique
}
