import { Expressions, type ExpressionType } from '../expressions/expressions.ts'
import { type Part, textOfParts } from '../expressions/parts.ts'
import type { FieldOption } from '../form-types/field-properties.ts'
import { type FieldType, fieldTypeOf } from '../form-types/field-types.ts'
import { type FormCheck, type FormTypeField, maxChecks, maxFieldNameLength, maxFields } from '../form-types/fields.ts'
import { cleanChecks, cleanFields, whyNotFields } from '../form-types/form-types.rules.ts'
import { maxCode } from '../form-types/properties.rules.ts'
import { variablesOf } from '../form-types/variables.ts'
import { caseKey } from '../shared/names/names.ts'
import { problem } from '../shared/problems.ts'
import { cleanName, isBlank, whyNotName } from '../shared/text.rules.ts'
import type { ExchangedForm, LeftOut } from './exchange.ts'
import { type Known, Untranslatable } from './logic/known.ts'
import { toCel } from './logic/to-cel.ts'
import { firstUnits, notInLines, type Place } from './texts.ts'

/** A condition as it is in a file, and parsed, or undefined if it can't be. `cel`: the text of ours. */
export type Logic = { text: string; part: Part | undefined; cel?: string }

/** A field as a file describes it, before its expressions are known to be right. */
export type Question = {
  place: Place
  /** The name in the file, by which expressions refer to it, also beside other names. */
  name: string
  aliases?: readonly string[]
  /** `type` null: what the calculation makes of it. */
  field: Omit<FormTypeField, 'name' | 'type'> & { type: FieldType | null }
  showIf: readonly Logic[]
  calculation?: Logic | undefined
  checks: readonly (Logic & Pick<FormCheck, 'message' | 'soft' | 'translations'>)[]
}

/** The form type of these questions, as the rules accept it. What has to be left out for that is reported. */
export function madeForm(identifier: string, all: readonly Question[], leftOut: LeftOut[]): ExchangedForm {
  const questions = all.slice(0, maxFields)
  for (const { place, name } of all.slice(maxFields)) {
    leftOut.push({ ...place, text: name, why: problem('exchange.limit', { params: { max: maxFields } }) })
  }
  const names = namesOf(questions, leftOut)
  const form = new Translating(questions, names, leftOut).form()
  return { identifier, ...accepted(form, questions, leftOut) }
}

/** A name for each question: its own, unless that is too long or used twice. */
function namesOf(questions: readonly Question[], leftOut: LeftOut[]): string[] {
  const taken = new Set<string>()
  return questions.map(({ name, place }) => {
    const own = firstUnits(cleanName(name.replace(notInLines, ' ')), maxFieldNameLength).trim()
    const base = isBlank(own) ? 'field' : own
    let unique = base
    for (let count = 2; taken.has(caseKey(unique)); count++)
      unique = `${firstUnits(base, maxFieldNameLength - 5)}_${count}`
    taken.add(caseKey(unique))
    if (unique !== name)
      leftOut.push({ ...place, text: name, why: problem('exchange.name', { params: { name: unique } }) })
    return unique
  })
}

const calculated: readonly FieldType[] = ['Number', 'String', 'Boolean', 'Date', 'DateTime', 'Time']

type Form = { fields: FormTypeField[]; checks: (FormCheck & { place: Place; text: string })[] }

class Translating {
  readonly #questions: readonly Question[]
  readonly #fields: FormTypeField[]
  readonly #variables: readonly string[]
  readonly #known = new Map<string, Known>()
  readonly #leftOut: LeftOut[]

  constructor(questions: readonly Question[], names: readonly string[], leftOut: LeftOut[]) {
    this.#questions = questions
    this.#leftOut = leftOut
    this.#fields = questions.map(({ field }, place) => ({
      ...field,
      type: field.type ?? 'Number',
      name: names[place] ?? '',
    }))
    this.#variables = variablesOf(this.#fields)
    for (const [place, { name, aliases = [] }] of questions.entries()) {
      const field = this.#fields[place]
      if (!field) continue
      const known = { ...field, variable: this.#variables[place] ?? '' }
      for (const own of [...aliases, name]) if (!this.#known.has(own)) this.#known.set(own, known)
    }
  }

  form(): Form {
    this.#findTypes()
    const expressions = this.#expressions()
    const checks: Form['checks'] = []
    for (const [place, question] of this.#questions.entries()) {
      const field = this.#fields[place]
      if (!field) continue
      const shown = question.showIf.flatMap((logic) =>
        this.#translated(logic, question, 'condition', ['bool'], expressions),
      )
      const showIf = shown.reduce<Part | undefined>((left, right) => (left ? both(left, right) : right), undefined)
      if (showIf) field.showIf = shown.length === 1 ? textOf(question.showIf, showIf) : textOfParts(showIf)
      const type = fieldTypeOf[field.type].expression?.type(field)
      const { calculation } = question
      const [made] = calculation
        ? this.#translated(calculation, question, 'other', type ? [type] : [], expressions)
        : []
      if (made && calculation) field.calculation = textOf([calculation], made)
      for (const check of question.checks) {
        const [part] = this.#translated(check, question, 'other', ['bool'], expressions)
        if (!part) continue
        const { message, soft, text, translations } = check
        checks.push({
          expression: textOf([check], part),
          message,
          soft,
          translations,
          field: field.name,
          place: question.place,
          text,
        })
      }
    }
    return { fields: this.#fields, checks }
  }

  /** The types of the fields that only their calculation tells. One may depend on another, so twice. */
  #findTypes(): void {
    for (const _ of [1, 2]) {
      for (const [place, { name, field: given, calculation }] of this.#questions.entries()) {
        const field = this.#fields[place]
        const known = this.#known.get(name)
        if (!field || !known || given.type !== null || !calculation) continue
        const expressions = this.#expressions()
        const type = calculated.find((own) => {
          const expected = fieldTypeOf[own].expression?.type(field)
          return expected && typeof this.#attempt(calculation, 'other', [expected], expressions) !== 'string'
        })
        field.type = type ?? 'String'
        known.type = field.type
      }
    }
  }

  #expressions(): Expressions {
    const types = new Map<string, ExpressionType>()
    for (const [place, field] of this.#fields.entries()) {
      const type = fieldTypeOf[field.type].expression?.type(field)
      const variable = this.#variables[place]
      if (type && variable) types.set(variable, type)
    }
    return new Expressions(types)
  }

  #translated(
    logic: Logic,
    { place }: Question,
    use: 'condition' | 'other',
    types: ExpressionType[],
    known: Expressions,
  ): Part[] {
    const made = this.#attempt(logic, use, types, known)
    if (typeof made !== 'string') return [made]
    this.#leftOut.push({ ...place, text: logic.text, why: problem('exchange.expression', { params: { why: made } }) })
    return []
  }

  /** The parts in CEL, or why not. */
  #attempt(
    { part, cel }: Logic,
    use: 'condition' | 'other',
    types: ExpressionType[],
    known: Expressions,
  ): Part | string {
    if (!part) return 'it is not understood'
    try {
      const made = cel ? part : toCel(part, (name) => this.#known.get(name), use)
      const compiled = known.compile(textOfParts(made), {
        types,
        canReadToday: use === 'condition' || types[0] === 'bool',
      })
      return 'why' in compiled ? compiled.why : made
    } catch (error) {
      if (error instanceof Untranslatable) return error.message
      throw error
    }
  }
}

/** An expression that is ours already stays as it was written. */
function textOf([logic]: readonly Logic[], part: Part): string {
  return logic?.cel ?? textOfParts(part)
}

function both(left: Part, right: Part): Part {
  return { kind: 'operation', operator: '&&', left, right }
}

/** The form type without what the rules refuse: circles of expressions above all. */
function accepted(
  form: Form,
  questions: readonly Question[],
  leftOut: LeftOut[],
): Pick<ExchangedForm, 'fields' | 'checks'> {
  const { fields } = form
  const checks = form.checks.slice(0, maxChecks)
  for (const { place, text } of form.checks.slice(maxChecks)) {
    leftOut.push({ ...place, text, why: problem('exchange.limit', { params: { max: maxChecks } }) })
  }
  // Each time one property or check is left out, so this ends.
  for (;;) {
    const plainChecks = checks.map(({ place: _, text: __, ...check }) => check)
    const why = whyNotFields(fields, plainChecks)
    if (!why) return { fields: cleanFields(fields), checks: cleanChecks(plainChecks) }
    const [, list, at = '', property = ''] = /^(fields|checks)\.(\d+)\.(\w+)/.exec(why.field ?? '') ?? []
    const place = Number(at)
    const question = questions[place]
    const field = fields[place]
    const check = checks[place]
    if (list === 'checks' && check) {
      leftOut.push({ ...check.place, text: check.text, why })
      checks.splice(place, 1)
    } else if (
      field &&
      question &&
      Object.hasOwn(field, property) &&
      !['name', 'type', 'required'].includes(property)
    ) {
      leftOut.push({ ...question.place, text: textIn(question, field[property as keyof FormTypeField], property), why })
      Reflect.deleteProperty(field, property)
      // A choice without its options.
      if (property === 'options') Object.assign(field, { type: 'String', multiple: null, display: null })
    } else throw why
  }
}

/** What the file says there. */
function textIn({ showIf, calculation }: Question, value: unknown, property: string): string {
  if (property === 'showIf') return showIf.map(({ text }) => text).join(' and ')
  if (property === 'calculation' && calculation) return calculation.text
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The options that can be taken over: codes are unique, and no | is in them. */
export function optionsOf(
  given: readonly FieldOption[],
  placeOf: (at: number) => Place,
  leftOut: LeftOut[],
): FieldOption[] {
  const codes = new Set<string>()
  return given.flatMap(({ code, label }, at) => {
    const own = cleanName(code)
    if (own.includes('|') || codes.has(own) || whyNotName(own, 'code', maxCode)) {
      leftOut.push({ ...placeOf(at), text: code, why: problem('exchange.option', { params: { code } }) })
      return []
    }
    codes.add(own)
    return [{ code: own, label: isBlank(label) ? own : label }]
  })
}
