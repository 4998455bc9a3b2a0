import { cleanName } from '../shared/text.rules.ts'
import { type FieldTranslation, inLanguage } from './values/translations.ts'

/** How a field is shown: as its type usually is, as buttons, as a line from end to end, or as a row of a table. */
export const fieldDisplays = ['LIST', 'BUTTONS', 'SCALE', 'TABLE'] as const
export type FieldDisplay = (typeof fieldDisplays)[number]

/** The code is stored; the label is what people read. */
export type FieldOption = { readonly code: string; readonly label: string }

type Maybe<T> = T | null | undefined

/** What a field of a form type says beside its type. Whatever is left out, null or false is not used. */
export type FieldProperties = {
  name: string
  required: boolean
  length?: Maybe<number>
  pattern?: Maybe<string>
  /** The field's name in expressions, and its column in exports. */
  variable?: Maybe<string>
  label?: Maybe<string>
  help?: Maybe<string>
  /** The heading above this field, which begins a section. */
  section?: Maybe<string>
  unit?: Maybe<string>
  placeholder?: Maybe<string>
  multiline?: Maybe<boolean>
  minimum?: Maybe<number>
  maximum?: Maybe<number>
  /** What the ends of a scale say. */
  minimumLabel?: Maybe<string>
  maximumLabel?: Maybe<string>
  /** Outside of these a person confirms the value with a reason. */
  softMinimum?: Maybe<number>
  softMaximum?: Maybe<number>
  decimals?: Maybe<number>
  options?: Maybe<FieldOption[]>
  multiple?: Maybe<boolean>
  display?: Maybe<FieldDisplay>
  /** Expressions: when the field is asked, and its value if the server calculates it. */
  showIf?: Maybe<string>
  calculation?: Maybe<string>
  /** What it says in other languages than the study's. */
  translations?: Maybe<FieldTranslation[]>
  /** Whether a value may tell who the subject is: de-identified exports leave it out. */
  identifying?: Maybe<boolean>
}

/** The properties that only some types of fields have. */
export type TypedProperty =
  | 'unit'
  | 'placeholder'
  | 'multiline'
  | 'minimum'
  | 'maximum'
  | 'minimumLabel'
  | 'maximumLabel'
  | 'softMinimum'
  | 'softMaximum'
  | 'decimals'
  | 'options'
  | 'multiple'
  | 'calculation'

/** The options in a Choice's pattern, in order. */
export function choiceOptions(pattern: string | null | undefined): string[] {
  return (pattern ?? '').split('|').map(cleanName)
}

type Options = Pick<FieldProperties, 'options' | 'pattern'>

/** The options of a Choice. One that has only a pattern has options whose code and label are equal. */
export function optionsOf({ options, pattern }: Options): readonly FieldOption[] {
  return options ?? choiceOptions(pattern).map((text) => ({ code: text, label: text }))
}

const separator = '|'

/** The codes in the value of a Choice with several. */
export function codesOf(value: string): string[] {
  return value === '' ? [] : value.split(separator)
}

/** The value for these codes: each once, in the order of the options, others last. */
export function valueOfCodes(field: Options, codes: readonly string[]): string {
  const order = optionsOf(field).map(({ code }) => code)
  const known = order.filter((code) => codes.includes(code))
  return [...new Set([...known, ...codes])].join(separator)
}

/** The name of a field for people. */
export function labelOf({ label, name }: Pick<FieldProperties, 'label' | 'name'>): string {
  return label || name
}

/** A field and its options as they are said in the language of the screens, else as the study says them. */
export function spoken<Field extends FieldProperties>(field: Field, locale: string): Field {
  return field.translations?.length
    ? inLanguage(field, locale, field.options || field.pattern ? optionsOf(field) : [])
    : field
}
