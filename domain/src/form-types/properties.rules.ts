import { maxDecimals } from '../expressions/rounded.ts'
import { sameText } from '../shared/names/names.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { cleanName, isBlank, whyNotName, whyNotText } from '../shared/text.rules.ts'
import { type FieldProperties, optionsOf, type TypedProperty } from './field-properties.ts'
import { type FieldType, fieldTypeOf } from './field-types.ts'
import { cleanTranslations, whyNotTranslations } from './values/translations.ts'
import { isVariable, maxVariableLength } from './variables.ts'

export const maxOptions = 500
export const maxMessageLength = 500
const maxLine = 500
const maxHelp = 4000
export const maxCode = 100

type Given = FieldProperties & { type: FieldType }

export const typedProperties = [
  'unit',
  'placeholder',
  'multiline',
  'minimum',
  'maximum',
  'minimumLabel',
  'maximumLabel',
  'softMinimum',
  'softMaximum',
  'decimals',
  'options',
  'multiple',
  'calculation',
] as const satisfies readonly TypedProperty[]

const lines = ['label', 'section', 'unit', 'placeholder', 'minimumLabel', 'maximumLabel'] as const
const bounds = ['minimum', 'maximum', 'softMinimum', 'softMaximum'] as const

/** Why a field may not have these properties. `at` is the prefix of the path of the invalid one. */
export function whyNotProperties(field: Given, at: string): Problem | undefined {
  const { type } = field
  const { properties, displays } = fieldTypeOf[type]
  const extra = typedProperties.find((name) => isGiven(field[name]) && !properties.includes(name))
  if (extra) return problem('field.property.unused', { field: at + extra, params: { property: extra, type } })
  if (isGiven(field.variable) && !isVariable(field.variable ?? '')) {
    return problem('field.variable.format', { field: `${at}variable`, params: { max: maxVariableLength } })
  }
  if (!fieldTypeOf[type].column && field.identifying) {
    return problem('field.property.unused', { field: `${at}identifying`, params: { property: 'identifying', type } })
  }
  if (!fieldTypeOf[type].column && field.required) return problem('field.note.required', { field: `${at}required` })
  if (!displays.includes(field.display ?? 'LIST')) return problem('field.display.unused', { field: `${at}display` })
  const why = whyNotTexts(field, at) ?? whyNotNumbers(field, at) ?? whyNotListed(field, at)
  return why ?? whyNotTranslations(field.translations, `${at}translations`)
}

function whyNotTexts(field: Given, at: string): Problem | undefined {
  for (const name of lines) {
    const text = field[name]
    const why = text && !isBlank(text) ? whyNotName(text, at + name, maxLine) : undefined
    if (why) return why
  }
  return whyNotText(field.help ?? '', `${at}help`, maxHelp)
}

function whyNotNumbers(field: Given, at: string): Problem | undefined {
  const wrong = bounds.find((name) => isGiven(field[name]) && !Number.isFinite(field[name]))
  if (wrong) return problem('field.number.not-finite', { field: at + wrong })
  const { minimum, maximum, softMinimum, softMaximum, decimals } = field
  const ordered: [TypedProperty, number | null | undefined][] = [
    ['minimum', minimum],
    ['softMinimum', softMinimum],
    ['softMaximum', softMaximum],
    ['maximum', maximum],
  ]
  let lowest = Number.NEGATIVE_INFINITY
  for (const [name, bound] of ordered) {
    if (bound === null || bound === undefined) continue
    if (bound < lowest) return problem('field.number.range', { field: at + name, params: { minimum: lowest } })
    lowest = bound
  }
  if (isGiven(decimals) && !(Number.isInteger(decimals) && Number(decimals) >= 0 && Number(decimals) <= maxDecimals)) {
    return problem('field.decimals.range', { field: `${at}decimals`, params: { max: maxDecimals } })
  }
  if (field.display === 'SCALE' && !(isGiven(minimum) && isGiven(maximum))) {
    return problem('field.display.unused', { field: `${at}display` })
  }
}

function whyNotListed({ options }: Given, at: string): Problem | undefined {
  if (!options) return undefined
  const field = `${at}options`
  if (options.length === 0 || options.length > maxOptions) {
    return problem('field.options.none', { field, params: { max: maxOptions } })
  }
  const codes = new Set<string>()
  for (const [place, option] of options.entries()) {
    const why =
      whyNotName(option.code, `${field}.${place}.code`, maxCode) ??
      whyNotName(option.label, `${field}.${place}.label`, maxLine)
    if (why) return why
    const code = cleanName(option.code)
    if (code.includes('|')) return problem('field.options.code', { field: `${field}.${place}.code`, params: { code } })
    if (codes.has(code)) {
      return problem('field.options.duplicate', { field: `${field}.${place}.code`, params: { option: code } })
    }
    codes.add(code)
  }
}

/** Whether a property is used: not left out, null, false, or a blank text. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && !(typeof value === 'string' && isBlank(value))
}

/** The properties as stored: only those that are used. */
export function cleanProperties(field: FieldProperties): Partial<FieldProperties> {
  const { multiline, multiple, display, options, help, showIf, calculation, variable, identifying } = field
  const texts = lines.map((name) => [name, cleanName(field[name] ?? '')] as const)
  const numbers = [...bounds, 'decimals' as const].map((name) => [name, field[name]] as const)
  const codes = options || field.pattern ? optionsOf(field).map(({ code }) => cleanName(code)) : []
  const translations = cleanTranslations(field.translations, codes, (name) => isGiven(field[name]))
  return {
    ...(isGiven(variable) ? { variable } : {}),
    ...Object.fromEntries([...texts, ...numbers].filter(([, value]) => isGiven(value))),
    ...(isGiven(help) ? { help: sameText(help ?? '').trim() } : {}),
    ...(multiline ? { multiline } : {}),
    ...(options
      ? { options: options.map(({ code, label }) => ({ code: cleanName(code), label: cleanName(label) })) }
      : {}),
    ...(multiple ? { multiple } : {}),
    ...(display && display !== 'LIST' ? { display } : {}),
    ...(isGiven(showIf) ? { showIf: showIf?.trim() } : {}),
    ...(isGiven(calculation) ? { calculation: calculation?.trim() } : {}),
    ...(translations.length > 0 ? { translations } : {}),
    ...(identifying ? { identifying } : {}),
  }
}
