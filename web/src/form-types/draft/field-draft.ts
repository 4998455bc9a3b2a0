import type { FieldDisplay, FieldOption } from '@casebook/domain/form-types/field-properties.ts'
import { type FieldType, fieldTypeOf } from '@casebook/domain/form-types/field-types.ts'
import type { FormCheck, FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { type FieldTranslation, translatedTexts } from '@casebook/domain/form-types/values/translations.ts'
import { freeName } from '@casebook/domain/shared/names/free-name.ts'

const texts = [
  'pattern',
  'variable',
  'label',
  'help',
  'section',
  'unit',
  'placeholder',
  'minimumLabel',
  'maximumLabel',
  'showIf',
  'calculation',
] as const
const numbers = ['length', 'minimum', 'maximum', 'softMinimum', 'softMaximum', 'decimals'] as const
const flags = ['required', 'multiline', 'multiple', 'identifying'] as const

/** What a field says besides its name. Numbers are text until they are validated. */
export type Definition = {
  type: FieldType
  display: FieldDisplay
  options: readonly FieldOption[]
  translations: readonly FieldTranslation[]
} & Record<(typeof texts)[number] | (typeof numbers)[number], string> &
  Record<(typeof flags)[number], boolean>

/** A field as typed in the editor. JSON values only, since drafts are stored. */
export type FieldDraft = Definition & {
  /** Identifies rows while their order and names change. */
  key: string
  /** A saved field keeps its name. */
  isSaved: boolean
  name: string
}

/** The contents of a form type's editor. */
export type FormTypeDraft = { identifier: string; fields: FieldDraft[]; checks: FormCheck[]; repeats: boolean }

const blankTexts = {
  pattern: '',
  variable: '',
  label: '',
  help: '',
  section: '',
  unit: '',
  placeholder: '',
  minimumLabel: '',
  maximumLabel: '',
}
const blankNumbers = { length: '', minimum: '', maximum: '', softMinimum: '', softMaximum: '', decimals: '' }

/** A field that says nothing yet. */
export const blankDefinition: Definition = {
  type: 'String',
  ...blankTexts,
  ...blankNumbers,
  showIf: '',
  calculation: '',
  required: false,
  multiline: false,
  multiple: false,
  identifying: false,
  display: 'LIST',
  options: [],
  translations: [],
}

export function draftOfField(field: FormTypeField): FieldDraft {
  const { name, type, options, display } = field
  const ofTexts = texts.flatMap((each) => (field[each] ? [[each, field[each]]] : []))
  const ofNumbers = numbers.flatMap((each) => (field[each] === null ? [] : [[each, field[each]?.toString() ?? '']]))
  const ofFlags = flags.map((each) => [each, Boolean(field[each])])
  return {
    ...blankDefinition,
    ...Object.fromEntries([...ofTexts, ...ofNumbers, ...ofFlags]),
    key: name,
    isSaved: true,
    name,
    type,
    display: display ?? 'LIST',
    // A Choice that has only a pattern has options that say the same.
    options: field.pattern ? [] : (options ?? []).map(({ code, label }) => ({ code, label })),
    translations: (field.translations ?? []).map(saidOnly),
  }
}

/** A translation without what it does not say. */
function saidOnly({ language, options, ...said }: FieldTranslation): FieldTranslation {
  const texts = translatedTexts.flatMap((name) => (said[name]?.trim() ? [[name, said[name]]] : []))
  const labels = (options ?? []).map(({ code, label }) => ({ code, label }))
  return { language, ...Object.fromEntries(texts), ...(labels.length > 0 ? { options: labels } : {}) }
}

/** The draft of a new field. `key` must differ from those of the other rows. */
export function emptyField(key: string): FieldDraft {
  return { ...blankDefinition, key, isSaved: false, name: '' }
}

/** Whether a Choice has options with codes and labels, which take the place of its pattern. */
export function hasCodes({ type, options }: Pick<Definition, 'type' | 'options'>): boolean {
  return fieldTypeOf[type].patternUse === 'options' && options.length > 0
}

/**
 * The field to validate and send, with null for what it does not have. Omits what the type does not use. A text that is
 * no number becomes NaN, which the rules refuse.
 */
export function fieldOfDraft(draft: FieldDraft): FormTypeField {
  const { name, type, display, options } = draft
  const { hasLength, patternUse, properties, displays, column } = fieldTypeOf[type]
  const uses = (property: string) => properties.some((each) => each === property)
  const textOf = (property: (typeof texts)[number]) => draft[property].trim() || null
  const numberOf = (property: (typeof numbers)[number]) => (uses(property) ? numberOfText(draft[property]) : null)
  const listed = options.filter(({ code, label }) => code.trim() !== '' || label.trim() !== '')
  return {
    name,
    type,
    required: draft.required && column !== undefined,
    length: hasLength ? wholeNumberOf(draft.length) : null,
    pattern: (patternUse !== 'none' && !hasCodes(draft) && draft.pattern) || null,
    ...(draft.variable.trim() === '' ? {} : { variable: draft.variable.trim() }),
    label: textOf('label'),
    help: textOf('help'),
    section: textOf('section'),
    unit: uses('unit') ? textOf('unit') : null,
    placeholder: uses('placeholder') ? textOf('placeholder') : null,
    multiline: uses('multiline') && draft.multiline,
    minimum: numberOf('minimum'),
    maximum: numberOf('maximum'),
    minimumLabel: display === 'SCALE' && uses('minimumLabel') ? textOf('minimumLabel') : null,
    maximumLabel: display === 'SCALE' && uses('maximumLabel') ? textOf('maximumLabel') : null,
    softMinimum: numberOf('softMinimum'),
    softMaximum: numberOf('softMaximum'),
    decimals: numberOf('decimals'),
    options: uses('options') && listed.length > 0 ? listed.map(({ code, label }) => ({ code, label })) : null,
    multiple: uses('multiple') && draft.multiple,
    display: displays.includes(display) ? display : 'LIST',
    showIf: textOf('showIf'),
    calculation: uses('calculation') ? textOf('calculation') : null,
    translations: draft.translations.map(saidOnly).filter((said) => Object.keys(said).length > 1),
    identifying: draft.identifying && column !== undefined,
  }
}

function wholeNumberOf(text: string): number | null {
  if (text.trim() === '') return null
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
}

/** A decimal comma is read as a point. */
function numberOfText(text: string): number | null {
  const written = text.trim().replace(',', '.')
  if (written === '') return null
  return /^-?\d*\.?\d+(e[+-]?\d+)?$/i.test(written) ? Number(written) : Number.NaN
}

/** A field's definition as text, without what is blank. The inverse of `parseDefinition`. */
export function definitionText(field: Definition): string {
  const names = ['type', ...flags, ...numbers, ...texts, 'display', 'options', 'translations'] as const
  const said = names.filter((name) => JSON.stringify(field[name]) !== JSON.stringify(blankDefinition[name]))
  return JSON.stringify(Object.fromEntries([['type', field.type], ...said.map((name) => [name, field[name]])]))
}

export function parseDefinition(text: string): Definition | undefined {
  if (text === '') return undefined
  const said: Partial<Definition> = JSON.parse(text)
  return said.type && Object.hasOwn(fieldTypeOf, said.type) ? { ...blankDefinition, ...said } : undefined
}

/** The rows with this one replacing the row with its key, or added at the end. */
export function withField(fields: readonly FieldDraft[], field: FieldDraft): FieldDraft[] {
  const isKnown = fields.some(({ key }) => key === field.key)
  return isKnown ? fields.map((each) => (each.key === field.key ? field : each)) : [...fields, field]
}

/** The rows with a copy of one behind it, which has a free name and no variable of its own. */
export function withCopy(fields: readonly FieldDraft[], field: FieldDraft, key: string): FieldDraft[] {
  const copy = { ...field, key, isSaved: false, variable: '', section: '', name: freeName(namesOf(fields), field.name) }
  const place = fields.findIndex((each) => each.key === field.key)
  return fields.toSpliced(place + 1, 0, copy)
}

export function namesOf(fields: readonly { name: string }[]): string[] {
  return fields.map(({ name }) => name)
}

/** The rows after moving the row `key` to the position of the row `overKey`. */
export function withMoved(fields: readonly FieldDraft[], key: string, overKey: string): FieldDraft[] {
  const from = fields.findIndex((field) => field.key === key)
  const to = fields.findIndex((field) => field.key === overKey)
  const moved = fields[from]
  if (!moved || to < 0) return [...fields]
  const rest = fields.toSpliced(from, 1)
  return rest.toSpliced(to, 0, moved)
}
