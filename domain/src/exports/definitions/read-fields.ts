import { type FieldOption, fieldDisplays } from '../../form-types/field-properties.ts'
import { fieldTypes } from '../../form-types/field-types.ts'
import type { FormCheck, FormTypeField } from '../../form-types/fields.ts'
import { type CheckTranslation, type FieldTranslation, translatedTexts } from '../../form-types/values/translations.ts'

/** A check of a definition; undefined if it has another form. */
export function checkOf(value: unknown): FormCheck | undefined {
  const { expression, message, field, soft, translations: given } = objectOf(value) ?? {}
  if (typeof expression !== 'string' || typeof message !== 'string' || typeof field !== 'string') return undefined
  const translations = given === undefined ? undefined : listOf(given, messageOf)
  if (typeof soft !== 'boolean' || (given !== undefined && !translations)) return undefined
  return { expression, message, field, soft, ...(translations ? { translations } : {}) }
}

function messageOf(value: unknown): CheckTranslation | undefined {
  const { language, message } = objectOf(value) ?? {}
  return typeof language === 'string' && typeof message === 'string' ? { language, message } : undefined
}

function translationOf(value: unknown): FieldTranslation | undefined {
  const given = objectOf(value) ?? {}
  const { language, options } = given
  const said = translatedTexts.map((name) => [name, given[name]] as const).filter(([, text]) => text !== undefined)
  const listed = options === undefined ? undefined : listOf(options, optionOf)
  if (typeof language !== 'string' || said.some(([, text]) => typeof text !== 'string')) return undefined
  if (options !== undefined && !listed) return undefined
  return { language, ...Object.fromEntries(said), ...(listed ? { options: listed } : {}) }
}

/** A field of a definition; undefined if it has another form. */
export function fieldOf(value: unknown): FormTypeField | undefined {
  const { name, type: given, required, length = null, pattern = null, ...more } = objectOf(value) ?? {}
  const type = fieldTypes.find((own) => own === given)
  if (typeof name !== 'string' || !type || typeof required !== 'boolean') return undefined
  if (length !== null && typeof length !== 'number') return undefined
  if (pattern !== null && typeof pattern !== 'string') return undefined
  const properties = propertiesOf(more)
  return properties && { name, type, required, length, pattern, ...properties }
}

const texts = [
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
]
const numbers = ['minimum', 'maximum', 'softMinimum', 'softMaximum', 'decimals']
const booleans = ['multiline', 'multiple', 'identifying']

/** The properties of a field, if each has its type. Others are left out. */
function propertiesOf(given: { [key: string]: unknown }): Partial<FormTypeField> | undefined {
  const { options, display, translations } = given
  const read: Partial<FormTypeField> = {}
  for (const [keys, kind] of [
    [texts, 'string'],
    [numbers, 'number'],
    [booleans, 'boolean'],
  ] as const) {
    for (const key of keys) {
      const value = given[key]
      if (value === undefined || value === null) continue
      if (typeof value !== kind) return undefined
      Object.assign(read, { [key]: value })
    }
  }
  const shown = fieldDisplays.find((own) => own === display)
  if (display !== undefined && !shown) return undefined
  const listed = options === undefined ? undefined : listOf(options, optionOf)
  if (options !== undefined && !listed) return undefined
  const spoken = translations === undefined ? undefined : listOf(translations, translationOf)
  if (translations !== undefined && !spoken) return undefined
  return {
    ...read,
    ...(shown ? { display: shown } : {}),
    ...(listed ? { options: listed } : {}),
    ...(spoken ? { translations: spoken } : {}),
  }
}

function optionOf(value: unknown): FieldOption | undefined {
  const { code, label } = objectOf(value) ?? {}
  return typeof code === 'string' && typeof label === 'string' ? { code, label } : undefined
}

/** The items of a list; undefined if one has another form. */
export function listOf<T>(value: unknown, read: (item: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value)) return undefined
  const items: T[] = []
  for (const item of value) {
    const one = read(item)
    if (one === undefined) return undefined
    items.push(one)
  }
  return items
}

/** The members of an object; undefined for anything else. */
export function objectOf(value: unknown): { [key: string]: unknown } | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
}

/** The value of a text as JSON; undefined if it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
