import { patternSize, whyNotPattern } from '../patterns/pattern.ts'
import { caseKey, lookKey, sameText } from '../shared/names/names.ts'
import { Problem, problem } from '../shared/problems.ts'
import { cleanName, isBlank, whyNotName, whyNotText } from '../shared/text.rules.ts'
import { define, isPlain } from './definition.ts'
import { choiceOptions } from './field-properties.ts'
import { fieldTypeOf } from './field-types.ts'
import {
  type FormCheck,
  type FormTypeField,
  maxChecks,
  maxFieldLength,
  maxFieldNameLength,
  maxFields,
  maxPatternLength,
} from './fields.ts'
import { cleanProperties, maxMessageLength, whyNotProperties } from './properties.rules.ts'
import { whyNotMessages } from './values/translations.ts'
import { variablesOf } from './variables.ts'

/** The most instructions that the patterns of all fields of a form type have together: compiling them takes a second then. */
const maxPatternsSize = 100_000

export function whyNotFormTypeIdentifier(identifier: string): Problem | undefined {
  return whyNotName(identifier, 'identifier')
}

/**
 * Why a form type may not have these fields and checks. A problem's `field` is the path of the invalid part,
 * counted from 0: `fields.2.pattern`, `checks.0.expression`.
 */
export function whyNotFields(
  fields: readonly FormTypeField[],
  checks: readonly FormCheck[] = [],
  /** Names that were saved together before, perhaps when fewer names counted as the same. */
  saved: ReadonlySet<string> = new Set(),
): Problem | undefined {
  if (fields.length > maxFields) {
    return problem('fields.too-many', { field: 'fields', params: { max: maxFields, count: fields.length } })
  }
  const keys = new Map<string, string>()
  const variables = new Set<string>()
  let patterns = 0
  for (const [place, field] of fields.entries()) {
    const why = whyNotField(field, `fields.${place}.`)
    if (why) return why
    if (fieldTypeOf[field.type].patternUse === 'expression') patterns += patternSize(field.pattern ?? '')
    if (patterns > maxPatternsSize) return problem('field.pattern.too-large', { field: `fields.${place}.pattern` })
    const name = cleanName(field.name)
    const key = caseKey(name)
    const same = keys.get(key)
    if (same !== undefined && (same === name || !saved.has(same) || !saved.has(name))) {
      return problem('field.name.duplicate', { field: `fields.${place}.name`, params: { name } })
    }
    keys.set(key, name)
    const variable = field.variable?.toLowerCase()
    if (!variable) continue
    if (variables.has(variable)) {
      const params = { variable: field.variable ?? '' }
      return problem('field.variable.duplicate', { field: `fields.${place}.variable`, params })
    }
    variables.add(variable)
  }
  const why = whyNotChecks(checks, fields)
  if (why) return why
  const cleaned = cleanFields(fields)
  const defined = isPlain(cleaned, checks) ? undefined : define(cleaned, checks)
  if (defined instanceof Problem) return defined
}

function whyNotChecks(checks: readonly FormCheck[], fields: readonly FormTypeField[]): Problem | undefined {
  if (checks.length > maxChecks) {
    return problem('checks.too-many', { field: 'checks', params: { max: maxChecks, count: checks.length } })
  }
  const names = new Set(fields.map(({ name }) => sameText(cleanName(name))))
  for (const [place, { message, field, translations }] of checks.entries()) {
    const why =
      whyNotName(message, `checks.${place}.message`, maxMessageLength) ??
      whyNotMessages(translations, `checks.${place}.translations`)
    if (why) return why
    if (!names.has(sameText(cleanName(field)))) {
      return problem('check.field.unknown', { field: `checks.${place}.field`, params: { name: field } })
    }
  }
}

/**
 * Why a form type's fields may not be changed to these: everything in `whyNotFields`, a name that looks the same as a
 * saved one, because values are stored under the name, and another variable. For a caller, omitting a field retires it.
 */
export function whyNotFieldsUpdate(
  before: readonly FormTypeField[],
  after: readonly FormTypeField[],
  checks: readonly FormCheck[] = [],
): Problem | undefined {
  const savedNames = new Set(before.map(({ name }) => cleanName(name)))
  const why = whyNotFields(after, checks, savedNames)
  if (why) return why
  const names = new Map(before.map((field) => [caseKey(cleanName(field.name)), field]))
  for (const [place, field] of after.entries()) {
    const saved = names.get(caseKey(cleanName(field.name)))
    if (saved === undefined) continue
    if (!savedNames.has(cleanName(field.name))) {
      return problem('field.name.fixed', { field: `fields.${place}.name`, params: { name: saved.name } })
    }
    const { variable } = saved
    if (variable && field.variable && field.variable !== variable) {
      return problem('field.variable.fixed', { field: `fields.${place}.variable`, params: { variable } })
    }
  }
}

/** Whether values stored in the order of `before` are still in the order of `after`: no field was moved or removed. */
export function keepsOrder(before: readonly { name: string }[], after: readonly { name: string }[]): boolean {
  const names = after.map(({ name }) => caseKey(cleanName(name)))
  let from = 0
  return before.every(({ name }) => {
    const at = names.indexOf(caseKey(cleanName(name)), from)
    from = at + 1
    return at >= 0
  })
}

/**
 * Why this field by itself is refused. `at` is the prefix of the invalid part's path (`name`, `length`, `pattern`). The
 * editor passes the names of the other fields to detect duplicates, too.
 */
export function whyNotField(field: FormTypeField, at = '', otherNames: readonly string[] = []): Problem | undefined {
  const why = whyNotName(field.name, `${at}name`, maxFieldNameLength)
  if (why) return why
  const name = cleanName(field.name)
  if (otherNames.some((other) => caseKey(cleanName(other)) === caseKey(name))) {
    return problem('field.name.duplicate', { field: `${at}name`, params: { name } })
  }
  return whyNotLength(field, `${at}length`) ?? whyNotFieldPattern(field, `${at}pattern`) ?? whyNotProperties(field, at)
}

function whyNotLength({ type, length }: FormTypeField, field: string): Problem | undefined {
  if (length === null || length === undefined) return undefined
  if (!fieldTypeOf[type].hasLength) return problem('field.length.unused', { field })
  if (!Number.isInteger(length) || length < 1 || length > maxFieldLength) {
    return problem('field.length.range', { field, params: { max: maxFieldLength } })
  }
}

function whyNotFieldPattern(
  { type, pattern: given, options: listed }: FormTypeField,
  field: string,
): Problem | undefined {
  const pattern = given ?? ''
  const options = listed ?? undefined
  const why = whyNotText(pattern, field, maxPatternLength)
  if (why) return why
  if (fieldTypeOf[type].patternUse === 'options' && options === undefined) return whyNotOptions(pattern, field)
  if (options && pattern !== '') return problem('field.options.both', { field })
  if (pattern === '') return undefined
  if (fieldTypeOf[type].patternUse === 'none') return problem('field.pattern.unused', { field })
  return whyNotPattern(pattern, field)
}

function whyNotOptions(pattern: string, field: string): Problem | undefined {
  const options = choiceOptions(pattern)
  if (options.length < 2 || options.some(isBlank)) return problem('field.options.too-few', { field })
  const looks = options.map(lookKey)
  const twice = options.find((_, place) => looks.indexOf(looks[place] ?? '') !== place)
  if (twice !== undefined) return problem('field.options.duplicate', { field, params: { option: twice } })
  for (const option of options) {
    const why = whyNotName(option, field)
    if (why) return why
  }
}

/** The fields as stored: texts trimmed, without properties that are not used, each with a variable. Call after `whyNotFields`. */
export function cleanFields(fields: readonly FormTypeField[]): CleanField[] {
  const cleaned = fields.map(cleanField)
  const variables = variablesOf(cleaned)
  return cleaned.map((field, place) => ({ ...field, variable: variables[place] ?? '' }))
}

export type CleanField = FormTypeField & { length: number | null; pattern: string | null; variable: string }

function cleanField(field: FormTypeField) {
  const { name, type, required, length, pattern } = field
  const isChoice = fieldTypeOf[type].patternUse === 'options' && !field.options
  return {
    name: cleanName(name),
    type,
    required,
    length: length ?? null,
    pattern: (isChoice ? choiceOptions(pattern).join('|') : sameText(pattern ?? '')) || null,
    ...cleanProperties(field),
  }
}

/** The checks as stored. */
export function cleanChecks(checks: readonly FormCheck[]): FormCheck[] {
  return checks.map(({ expression, message, field, soft, translations }) => ({
    expression: expression.trim(),
    message: cleanName(message),
    field: cleanName(field),
    soft,
    ...(translations?.length
      ? { translations: translations.map(({ language, message: said }) => ({ language, message: cleanName(said) })) }
      : {}),
  }))
}
