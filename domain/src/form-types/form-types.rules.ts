import { caseKey, lookKey, sameText } from '../shared/names/names.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { cleanName, isBlank, whyNotName, whyNotText } from '../shared/text.rules.ts'
import { choiceOptions } from './field-properties.ts'
import { fieldTypeOf } from './field-types.ts'
import { type FormTypeField, maxFieldLength, maxFieldNameLength, maxFields, maxPatternLength } from './fields.ts'
import { whyNotPattern } from './pattern.ts'

export function whyNotFormTypeIdentifier(identifier: string): Problem | undefined {
  return whyNotName(identifier, 'identifier')
}

/**
 * Why a form type may not have these fields. A problem's `field` is the path of the invalid part,
 * counted from 0: `fields.2.pattern`.
 */
export function whyNotFields(
  fields: readonly FormTypeField[],
  /** Names that were saved together before, perhaps when fewer names counted as the same. */
  saved: ReadonlySet<string> = new Set(),
): Problem | undefined {
  if (fields.length > maxFields) {
    return problem('fields.too-many', { field: 'fields', params: { max: maxFields, count: fields.length } })
  }
  const keys = new Map<string, string>()
  for (const [place, field] of fields.entries()) {
    const why = whyNotField(field, `fields.${place}.`)
    if (why) return why
    const name = cleanName(field.name)
    const key = caseKey(name)
    const same = keys.get(key)
    if (same !== undefined && (same === name || !saved.has(same) || !saved.has(name))) {
      return problem('field.name.duplicate', { field: `fields.${place}.name`, params: { name } })
    }
    keys.set(key, name)
  }
}

/**
 * Why a form type's fields may not be changed to these: everything in `whyNotFields`, and a name that looks the same as a
 * saved one, because values are stored under the name. For a caller, omitting a field retires it.
 */
export function whyNotFieldsUpdate(
  before: readonly FormTypeField[],
  after: readonly FormTypeField[],
): Problem | undefined {
  const savedNames = new Set(before.map(({ name }) => cleanName(name)))
  const why = whyNotFields(after, savedNames)
  if (why) return why
  const names = new Map(before.map((field) => [caseKey(cleanName(field.name)), field.name]))
  for (const [place, field] of after.entries()) {
    const saved = names.get(caseKey(cleanName(field.name)))
    if (saved !== undefined && !savedNames.has(cleanName(field.name))) {
      return problem('field.name.fixed', { field: `fields.${place}.name`, params: { name: saved } })
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
  return whyNotLength(field, `${at}length`) ?? whyNotFieldPattern(field, `${at}pattern`)
}

function whyNotLength({ type, length }: FormTypeField, field: string): Problem | undefined {
  if (length === null || length === undefined) return undefined
  if (!fieldTypeOf[type].hasLength) return problem('field.length.unused', { field })
  if (!Number.isInteger(length) || length < 1 || length > maxFieldLength) {
    return problem('field.length.range', { field, params: { max: maxFieldLength } })
  }
}

function whyNotFieldPattern({ type, pattern: given }: FormTypeField, field: string): Problem | undefined {
  const pattern = given ?? ''
  const why = whyNotText(pattern, field, maxPatternLength)
  if (why) return why
  if (fieldTypeOf[type].patternUse === 'options') return whyNotOptions(pattern, field)
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

/** The fields as stored: names and options trimmed, an empty pattern null. Call after `whyNotFields`. */
export function cleanFields(fields: readonly FormTypeField[]): Required<FormTypeField>[] {
  return fields.map(({ name, type, required, length, pattern }) => ({
    name: cleanName(name),
    type,
    required,
    length: length ?? null,
    pattern:
      (fieldTypeOf[type].patternUse === 'options' ? choiceOptions(pattern).join('|') : sameText(pattern ?? '')) || null,
  }))
}
