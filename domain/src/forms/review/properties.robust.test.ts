import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FormCheck, FormTypeField } from '../../form-types/fields.ts'
import { cleanFields, whyNotFields } from '../../form-types/form-types.rules.ts'
import { type Evaluation, evaluateForm } from '../evaluation.ts'
import type { KeyValue } from '../forms.rules.ts'
import { type Confirmation, judgeForm, unusualValues } from '../judgement.ts'
import { reviewDraft } from './review-draft.ts'

/** What a review finds once all its steps are done. */
function reviewed(...given: Parameters<typeof reviewDraft>) {
  const steps = reviewDraft(...given)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

type Definition = { fields: readonly FormTypeField[]; checks: readonly FormCheck[] }

const today = Date.UTC(2026, 10, 23, 12) / 1000
/** Nothing half of the time, as in a form that can be filled in. */
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 2 })
const bound = maybe(fc.constantFrom(0, 1, 2.5, 10, 50))
const showIf = maybe(
  fc.constantFrom(
    'age > 1.0',
    'hand == "left"',
    '"cough" in signs',
    'walks',
    '!walks',
    'filled(note)',
    'twice >= 20.0',
    'thrice > 24.0',
    'older || walks',
    'seen < today()',
    'clock > duration("12h")',
    'days(seen, at) >= 0.0',
    'count([age, note, hand]) > 1.0',
    'note.matches("[a-z]{2,}")',
  ),
)
const options = fc.shuffledSubarray(['left', 'right', 'both'], { minLength: 1 })
const signs = fc.shuffledSubarray(['cough', 'fever', 'pain'], { minLength: 1 })
const listed = (codes: readonly string[]) => codes.map((code) => ({ code, label: code.toUpperCase() }))
/** Of many required fields, most forms would lack one, and few could be stored. */
const required = fc.constantFrom(false, false, false, true)

/** One version of each field. */
const fields = {
  age: fc.record({
    required,
    showIf,
    minimum: bound,
    maximum: bound,
    softMinimum: bound,
    softMaximum: bound,
    decimals: maybe(fc.constantFrom(0, 1)),
  }),
  hand: fc.oneof(
    fc.record({ required, showIf, options: options.map(listed) }),
    fc.record({ required, showIf, pattern: fc.constantFrom('left|right', 'left|both') }),
  ),
  signs: fc.record({ required, showIf, options: signs.map(listed), multiple: fc.boolean() }),
  walks: fc.record({ required, showIf }),
  note: fc.record({
    required,
    showIf,
    length: maybe(fc.constantFrom(1, 3, 20)),
    pattern: maybe(fc.constantFrom('[a-z]+', '.{2}')),
  }),
  seen: fc.record({ required, showIf }),
  at: fc.record({ required, showIf }),
  clock: fc.record({ required, showIf }),
  info: fc.record({ required: fc.constant(false), showIf }),
  twice: fc.record({
    required,
    showIf,
    calculation: maybe(fc.constantFrom('age * 2', 'walks ? 1 : 0', 'count(signs) + age')),
    decimals: maybe(fc.constant(0)),
  }),
  thrice: fc.record({
    required,
    showIf,
    calculation: maybe(fc.constantFrom('twice + age', 'sum([twice, age])', 'mean([twice, age]) / 0.7')),
    maximum: bound,
    softMaximum: bound,
  }),
  older: fc.record({
    required,
    showIf,
    calculation: maybe(fc.constantFrom('thrice > 30.0', 'years(seen, at) >= 1.0')),
  }),
}
const types = {
  age: 'Number',
  hand: 'Choice',
  signs: 'Choice',
  walks: 'Boolean',
  note: 'String',
  seen: 'Date',
  at: 'DateTime',
  clock: 'Time',
  info: 'Note',
  twice: 'Number',
  thrice: 'Number',
  older: 'Boolean',
} as const
type Name = keyof typeof types
const names = Object.keys(types).filter((name): name is Name => name in types)

const check = fc.record({
  expression: fc.constantFrom(
    'age < 10.0',
    'hand == "right"',
    '!walks',
    'filled(note)',
    'seen < today()',
    'thrice < 5.0',
    'clock < duration("10h")',
    '!older || age > 1.0',
  ),
  message: fc.constant('Is this right?'),
  field: fc.constantFrom<Name>('age', 'note', 'thrice', 'clock'),
  soft: fc.boolean(),
})

/** Without what reads a field that the definition lacks. */
function withoutUnknown<Part extends object>(part: Part, unknown: readonly string[]): Part {
  const reads = (text: unknown) =>
    typeof text === 'string' && unknown.some((name) => new RegExp(`\\b${name}\\b`).test(text))
  return {
    ...part,
    ...Object.fromEntries(Object.entries(part).flatMap(([key, text]) => (reads(text) ? [[key, null]] : []))),
  }
}

/** The checks that are about these fields alone. */
function readable(checks: readonly FormCheck[], known: readonly { name: string }[]): FormCheck[] {
  const unknown = names.filter((name) => !known.some((one) => one.name === name))
  return checks.filter((one) => !unknown.some((name) => name === one.field || one.expression.includes(name)))
}

/** Definitions that the rules accept. Some fields may be missing, and some conditions make circles: those are left out. */
const definitions: fc.Arbitrary<Definition> = fc
  .record({
    own: fc.record(fields),
    kept: fc.shuffledSubarray(names, { minLength: 3 }),
    checks: fc.array(check, { maxLength: 2 }),
  })
  .map(({ own, kept, checks }) => {
    const unknown = names.filter((name) => !kept.includes(name))
    return {
      fields: kept.map((name): FormTypeField => ({ ...withoutUnknown(own[name], unknown), name, type: types[name] })),
      checks: readable(
        checks,
        kept.map((name) => ({ name })),
      ),
    }
  })
  .filter(({ fields: given, checks }) => whyNotFields(given, checks) === undefined)
  .map(({ fields: given, checks }) => ({ fields: cleanFields(given), checks }))

const values = fc.record({
  age: fc.constantFrom('', '0', '1', '1', '2.5', '12', '12', '60', '60', 'x'),
  hand: fc.constantFrom('left', 'left', 'right', 'both', '', 'none'),
  signs: fc.constantFrom('', 'cough', 'cough|fever', 'pain', 'fever|pain'),
  walks: fc.constantFrom('', 'true', 'false'),
  note: fc.constantFrom('', 'a', 'ab', 'abcd', 'A1'),
  seen: fc.constantFrom('', '1772366400', '1795435200'),
  at: fc.constantFrom('', '1772366400', '1795435217', '0'),
  clock: fc.constantFrom('', '08:30', '24:10', '13:00:59'),
  info: fc.constant(''),
  twice: fc.constantFrom('', '24', '1'),
  thrice: fc.constantFrom('', '36', '1.5'),
  older: fc.constantFrom('', 'true', 'false'),
})
type Values = Record<string, string>

/** What an editor sends: nothing that is hidden or calculated, every unusual value confirmed. */
function saved(definition: Definition, typed: Values) {
  let given = definition.fields.map(({ name }): KeyValue => ({ key: name, value: typed[name] ?? '' }))
  for (const _ of names) {
    const evaluation = evaluateForm(definition, new Map(given.map(({ key, value }) => [key, value])), today)
    given = given.filter(({ key }) => !evaluation.hidden.has(key) && !evaluation.calculated.has(key))
  }
  const evaluation = evaluateForm(definition, new Map(given.map(({ key, value }) => [key, value])), today)
  const confirmed = [...unusualValues(definition, evaluation).keys()].map((key) => ({ key, reason: 'measured twice' }))
  return judgeForm(definition, given, { confirmed, today })
}

type Stored = { fields: readonly KeyValue[]; confirmations: readonly Confirmation[] }

test('what publishing calls harmless never makes a stored form refused', () => {
  let harmless = 0
  fc.assert(
    fc.property(
      definitions,
      definitions,
      fc.array(values, { maxLength: 4 }),
      fc.constantFrom('field', 'calculations', 'checks', 'all'),
      fc.nat(),
      (before, other, typed, change, turn) => {
        // Mostly the same definition with something changed, as people do.
        const changed = before.fields[turn % before.fields.length]
        const withOther = (isChanged: (field: FormTypeField) => boolean) =>
          before.fields.map((field) => {
            return isChanged(field) ? (other.fields.find(({ name }) => name === field.name) ?? field) : field
          })
        const after = {
          all: other,
          field: { fields: withOther((field) => field === changed), checks: before.checks },
          calculations: { fields: withOther(({ calculation }) => Boolean(calculation)), checks: before.checks },
          checks: { fields: before.fields, checks: readable(other.checks, before.fields) },
        }[change]
        fc.pre(whyNotFields(after.fields, after.checks) === undefined)
        const forms = typed.flatMap((one): Stored[] => {
          const { why, fields: stored, confirmations } = saved(before, one)
          return why ? [] : [{ fields: stored, confirmations }]
        })
        const findings = reviewed(
          before,
          after,
          forms.map(({ fields: own }) => ({ subjectid: 's', fields: own, isOpen: true })),
          today,
        )
        if (findings.some(({ effect }) => effect !== 'HARMLESS')) return
        harmless += forms.length
        const known = new Set(after.fields.map(({ name }) => name))
        for (const { fields: own, confirmations } of forms) {
          const again = own.filter(({ key }) => known.has(key))
          expect(judgeForm(after, again, { standing: confirmations, today }).why).toBeUndefined()
        }
      },
    ),
    { numRuns: 4000 },
  )
  expect(harmless).toBeGreaterThan(100)
})

test('hidden fields hold nothing after a save, and saving again changes nothing', () => {
  fc.assert(
    fc.property(definitions, values, (definition, typed) => {
      const entered = evaluateForm(definition, new Map(Object.entries(typed)), today)
      const withoutHidden = Object.entries(typed).filter(([name]) => !entered.hidden.has(name))
      expect(evaluateForm(definition, new Map(withoutHidden), today)).toEqual(entered)
      expect([...entered.values.keys()].filter((name) => entered.hidden.has(name))).toEqual([])
      const { why, fields: stored, confirmations, hidden } = saved(definition, typed)
      expect(stored.filter(({ key }) => hidden.has(key))).toEqual([])
      const evaluation = evaluateForm(definition, new Map(stored.map(({ key, value }) => [key, value])), today)
      expect(stored.filter(({ key }) => evaluation.hidden.has(key))).toEqual([])
      if (why) return
      const again = judgeForm(definition, stored, { standing: confirmations, today })
      expect([again.why, again.fields, again.confirmations]).toEqual([undefined, stored, confirmations])
    }),
    { numRuns: 1500 },
  )
})

test('an evaluation that goes on from another finds the same as one from the beginning', () => {
  fc.assert(
    fc.property(definitions, fc.array(values, { minLength: 2, maxLength: 6 }), (definition, typed) => {
      let before: Evaluation | undefined
      for (const one of typed) {
        // As the browser gives them: only what is filled in.
        const given = new Map(Object.entries(one).filter(([, value]) => value !== ''))
        before = evaluateForm(definition, given, today, before)
        expect(before).toEqual(evaluateForm(definition, given, today))
      }
    }),
    { numRuns: 1500 },
  )
})

test('a copy of a definition, as it goes from the server to a browser, evaluates alike, in any order of the values', () => {
  fc.assert(
    fc.property(definitions, values, fc.nat(), (definition, typed, turn) => {
      const copy: Definition = JSON.parse(JSON.stringify(definition))
      const entries = Object.entries(typed)
      const turned = [...entries.slice(turn % entries.length), ...entries.slice(0, turn % entries.length)]
      expect(evaluateForm(copy, new Map(turned), today)).toEqual(evaluateForm(definition, new Map(entries), today))
      const given = entries.map(([key, value]) => ({ key, value }))
      expect(judgeForm(copy, given, { today })).toEqual(judgeForm(definition, given, { today }))
    }),
    { numRuns: 500 },
  )
})
