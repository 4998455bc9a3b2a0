import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { attempt, field, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'

// biome-ignore lint/suspicious/noExplicitAny: parts of calls of any shape.
type Given = Record<string, any>

let casebook: Casebook
let place: Place
let coordinator: AddedPerson
let nurse: AddedPerson
let elsewhere: AddedPerson
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  place = await makePlace(casebook)
  const other = await makePlace(casebook)
  const groups = ['hp', 'study:admin'] as const
  coordinator = await addPerson(casebook, 'Astrid', { groups, sites: [place.siteid] })
  elsewhere = await addPerson(casebook, 'Olav', { groups: ['admin', ...groups], sites: [other.siteid] })
  nurse = await addPerson(casebook, 'Kari', { groups: ['hp'], sites: [place.siteid] })
})
afterAll(() => casebook.stop())

const filled = (unit: string, end = '') => unit.repeat(Math.floor((4000 - end.length) / unit.length)) + end
const matching = (pattern: string) => `matches(Remarks, ${JSON.stringify(pattern)})`

/** Conditions that want to run long, to overflow, or to reach what is no field. */
const expressions: Record<string, string> = {
  'ten thousand brackets': `${'('.repeat(10_000)}true${')'.repeat(10_000)}`,
  'as many brackets as fit': `${'('.repeat(1990)}true${')'.repeat(1990)}`,
  'brackets that are never closed': '('.repeat(4000),
  'lists in lists': `${'['.repeat(1990)}${']'.repeat(1990)}`,
  'a megabyte': 'x'.repeat(900_000),
  'a long text': `Remarks == "${'x'.repeat(3980)}"`,
  negations: filled('!', 'Smokes'),
  'a choice in a choice': `${'Smokes ? '.repeat(200)}true${' : true'.repeat(200)}`,
  alternatives: filled('Smokes||', 'Smokes'),
  'a chain of members': filled('Remarks.a', '.b'),
  'a chain of places': filled('Signs[0]'),
  'lists that double': 'Signs.map(a, Signs + Signs).size() > 1',
  'texts that double': 'Signs.map(a, a + a).size() > 1',
  'list functions in list functions': 'Signs.all(a, Signs.all(b, Signs.all(c, a == b && b == c)))',
  'list functions one after the other': `Signs${'.map(a, a)'.repeat(300)}.size() > 1`,
  'a catastrophe of other engines': matching('^(([a-z])+.)+[A-Z]([a-z])+$'),
  repetitions: matching('a{1000}'.repeat(400)),
  'repetitions in repetitions': matching('(((a{30}){30}){30})'.repeat(100)),
  'alternatives, repeated': matching(`(?:${'ab|'.repeat(900)}c){1000}`),
  'any letters, repeated': matching('(?i)\\p{L}{1000}'.repeat(200)),
  'a pattern with a reference': matching('(a)\\1'),
  'a pattern that looks ahead': matching('(?=a)*'),
  'the prototype': '__proto__ == null',
  'a member of the prototype': 'Remarks.__proto__.polluted == "x"',
  'the constructor': 'constructor.constructor("return process")() == 1',
  'a method of every object': 'hasOwnProperty("Remarks")',
  'a method of a text': 'Remarks.constructor("return 1")() == 1',
  'the library’s own': 'cel.bind(a, Remarks + Remarks, cel.bind(b, a + a, b + b)) == Remarks',
  this: 'this.Remarks == "a"',
  'numbers out of all bounds': '9223372036854775808 > 1 || 1e999 > 1.0',
  'the least number, negated': '-(-9223372036854775808) > 0',
  'a day that does not exist': 'timestamp("2026-02-30T00:00:00Z") < today()',
  'an endless duration': 'duration("99999999999999999999h") > duration("1s")',
  'a text that is never closed': '"'.repeat(3999),
  escapes: `Remarks == "${'\\u0000'.repeat(600)}"`,
  'half a character': 'Remarks == "\ud800"',
  'directions and invisible characters': '\u202eRemarks\u202c == "\u200b"',
  'letters that look the same': 'Rеmаrks == "a"',
  'full-width signs': 'Remarks ＝＝ "a"',
  'combining characters': `Remarks == "${'e\u0301'.repeat(1900)}"`,
  'a comment': '// nothing',
  'nothing but a line end': '\n',
  maps: '{"a": {"b": {"c": 1}}}.a.b.c == 1',
  'a macro without a list': 'has(Remarks.a)',
}

const fields = [
  field('Remarks', 'String'),
  field('Smokes', 'Boolean'),
  field('Signs', 'Choice', { multiple: true, options: ['c', 'f'].map((code) => ({ code, label: code })) }),
  field('Note', 'String'),
]
const withCondition = (showIf: string) => fields.map((one) => (one.name === 'Note' ? { ...one, showIf } : one))
const withCheck = (expression: string) => [{ expression, message: 'Wrong', field: 'Note', soft: false }]

/** Refused with a sentence, or taken. `call` fails on INTERNAL. */
function expectSentence({ status, data, errors }: Answer, what: string): void {
  if (!errors) expect(data, what).toBeTruthy()
  for (const { message, extensions } of errors ?? []) {
    expect(message, what).toMatch(/^\p{Lu}.*[\p{L}.)'"]/su)
    expect(message.length, what).toBeLessThan(1000)
    expect(['BAD_INPUT', 'CONFLICT'], `${what}: ${message}`).toContain(extensions.code)
  }
  expect([200, 413], what).toContain(status)
}

/** A call, while a colleague goes on to work. */
async function beside(work: Promise<Answer>): Promise<Answer> {
  const [answer, own] = await Promise.all([work, attempt(nurse, 'getFormType', place)])
  expect(own.errors).toBeUndefined()
  return answer
}

describe.each(Object.keys(expressions))('%s', (name) => {
  const source = expressions[name] ?? ''

  test('is refused in a sentence or harmless, and only where types may be defined', async () => {
    const { studyid, formtypeid } = place
    const input = { studyid, identifier: 'Hostile', fields: withCondition(source) }
    const checked = { studyid, identifier: 'Hostile', fields, checks: withCheck(source) }
    const calculated = { ...input, fields: [...fields.slice(1), { ...field('Yes', 'Boolean'), calculation: source }] }
    const calls: [string, Given][] = [input, checked, calculated].flatMap((given, place): [string, Given][] => [
      ['addFormType', { ...given, identifier: `${name} ${place}` }],
      ['reviewFormTypeDraft', { formtypeid, input: given }],
      ['saveFormTypeDraft', { formtypeid, input: given }],
      ['updateFormType', { formtypeid, input: { ...given, identifier: 'Baseline' } }],
    ])
    for (const [call, variables] of calls) {
      const what = `${call} ${JSON.stringify(variables).slice(0, 200)}`
      if (source.length <= 4000) {
        for (const [person, code] of [
          [nurse, 'FORBIDDEN'],
          [elsewhere, 'NOT_FOUND'],
        ] as const) {
          const { errors } = await attempt(person, call, variables)
          const said = errors?.[0]?.extensions.code
          expect(said === 'BAD_INPUT' && person === elsewhere ? code : said, what).toBe(code)
        }
      }
      expectSentence(await beside(attempt(coordinator, call, variables)), what)
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})

/** Whole form types that want the same by their number of parts. */
const wholes: Record<string, Given> = {
  'five hundred calculations, each of the one before': {
    fields: Array.from({ length: 500 }, (_, n) =>
      field(`n${n}`, 'Number', n > 0 ? { calculation: `n${n - 1} + 1` } : {}),
    ),
  },
  'a circle through five hundred fields': {
    fields: Array.from({ length: 500 }, (_, n) => field(`n${n}`, 'Number', { calculation: `n${(n + 1) % 500} + 1` })),
  },
  'a calculation of itself': { fields: [field('n', 'Number', { calculation: 'n + 1' })] },
  'ten thousand fields': { fields: Array.from({ length: 10_000 }, (_, n) => field(`n${n}`, 'Note')) },
  'two hundred checks that each read much text': {
    fields,
    checks: Array.from({ length: 200 }, (_, n) => ({ ...withCheck(matching(`${n}(a|b){0,800}c`))[0] })),
  },
  'two hundred fields with the largest patterns': {
    fields: Array.from({ length: 200 }, (_, n) => field(`n${n}`, 'String', { pattern: `${n}.{0,1000}` })),
  },
  'two hundred fields with patterns that are too large': {
    fields: Array.from({ length: 200 }, (_, n) => field(`n${n}`, 'String', { pattern: `${n}${'a{1000}'.repeat(27)}` })),
  },
  'ten thousand options': {
    fields: [
      field('One', 'Choice', { options: Array.from({ length: 10_000 }, (_, n) => ({ code: `${n}`, label: `${n}` })) }),
    ],
  },
  'names of every object': {
    fields: ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty'].map((name, n) =>
      field(name, 'Number', n > 0 ? {} : { calculation: 'constructor + toString' }),
    ),
  },
  'variables of every object': {
    fields: ['constructor', 'prototype', 'toString', 'watch', 'then'].map((variable, n) =>
      field(`Field ${n}`, 'Number', { variable, ...(n === 0 && { calculation: 'toString + prototype' }) }),
    ),
  },
  'a variable that is no name': { fields: [field('One', 'Number', { variable: '__proto__' })] },
  'bounds that are no numbers': {
    fields: [field('One', 'Number', { minimum: 1e308, maximum: -1e308, decimals: 2_000_000_000 })],
  },
}

describe.each(Object.keys(wholes))('%s', (name) => {
  test('is refused in a sentence or harmless, and a nurse goes on', async () => {
    const { studyid, subjectid } = place
    const given: Given = { studyid, identifier: name, ...wholes[name] }
    expect((await attempt(nurse, 'addFormType', given)).errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    const added = await beside(attempt(coordinator, 'addFormType', given))
    expectSentence(added, name)
    const formtypeid = added.data?.addFormType.formtypeid
    if (formtypeid === undefined) return
    const values = given.fields.slice(0, 1).map((one: Given) => ({ key: one.name, value: '1' }))
    expectSentence(await beside(attempt(nurse, 'addForm', { input: { subjectid, formtypeid, fields: values } })), name)
  })
})

describe('a file of definitions', () => {
  const files: [string, string, string][] = [
    ['a condition with too many brackets', 'a.csv', row(`${'('.repeat(3000)}[a] = "1"${')'.repeat(3000)}`)],
    ['a condition of a megabyte', 'a.csv', row('x'.repeat(900_000))],
    ['a condition that never ends', 'a.csv', row(Array(2000).fill('[a] = "1"').join(' or '))],
    ['a field of every object', 'a.csv', row('[__proto__] = "1" and [constructor] = "1"')],
    ['markup in markup', 'a.xml', `<ODM>${'<Study>'.repeat(50_000)}`],
    ['entities', 'a.xml', '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><ODM>&b;</ODM>'],
    ['no file at all', 'a.xlsx', 'x'.repeat(1000)],
  ]

  test.each(files)('with %s is refused in a sentence or listed as left out', async (what, filename, content) => {
    const input = { studyid: place.studyid, filename, gzip: gzipSync(content).toString('base64') }
    for (const call of ['previewFormFile', 'addFormFile']) {
      expect((await attempt(nurse, call, { input })).errors?.[0]?.extensions.code).toBe('FORBIDDEN')
      expect((await attempt(elsewhere, call, { input })).errors?.[0]?.extensions.code).toBe('NOT_FOUND')
      expectSentence(await beside(attempt(coordinator, call, { input }, 'leftOut { message }')), what)
    }
  })

  test.each(Object.keys(expressions).filter((name) => (expressions[name] ?? '').length <= 4000))(
    'of this program with %s is refused in a sentence or harmless',
    async (name) => {
      const { siteid, studyid, formtypeid } = place
      const text: string = await run(coordinator, 'getDefinitions', { siteid, studyid })
      const file: Given = JSON.parse(text)
      const type = file.formTypes?.find((one: Given) => one.formtypeid === formtypeid) ?? file.formTypes?.[0]
      expect(type).toBeDefined()
      Object.assign(type, { identifier: `From a file: ${name}`, fields: withCondition(expressions[name] ?? '') })
      const given = { studyid, definitions: JSON.stringify(file) }
      expect((await attempt(nurse, 'addDefinitions', given)).errors?.[0]?.extensions.code).toBe('FORBIDDEN')
      for (const call of ['previewDefinitions', 'addDefinitions']) {
        expectSentence(await beside(attempt(coordinator, call, given)), name)
      }
    },
  )
})

describe('each text in a file of this program', () => {
  /** The paths of all texts in a value, and of the names of its members. */
  function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
    if (typeof value === 'string') return [path]
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, part]) => pathsIn(part, [...path, key]))
  }

  function withText(file: string, path: readonly string[], change: (text: string) => string): string {
    const whole: Given = JSON.parse(file)
    const parent = path.slice(0, -1).reduce((part, key) => part[key], whole)
    const last = path.at(-1) ?? ''
    parent[last] = change(String(parent[last]))
    return JSON.stringify(whole)
  }

  test('may be of characters that cannot be stored, far too long, or none: it is refused in a sentence', async () => {
    const from = await makePlace(casebook)
    const chief = await addPerson(casebook, 'Ingrid', { groups: ['hp', 'study:admin'] })
    const translations = [{ language: 'nb', label: 'Røyker', help: 'Spør.' }]
    await run(chief, 'addFormType', {
      studyid: from.studyid,
      identifier: 'Whole',
      fields: [
        field('Smokes', 'Boolean', { label: 'Smokes', help: 'Ask.', section: 'Habits', translations }),
        field('Ward', 'String', { length: 9, pattern: '[A-Z]+', placeholder: 'A', showIf: 'Smokes' }),
        field('Weight', 'Number', { unit: 'kg', minimum: 1, maximum: 9 }),
        field('Twice', 'Number', { calculation: 'Weight * 2' }),
        field('Side', 'Choice', {
          options: [
            { code: 'l', label: 'Left' },
            { code: 'r', label: 'Right' },
          ],
        }),
      ],
      checks: [{ expression: 'Weight > 1', message: 'Heavy?', field: 'Weight', soft: true }],
    })
    const definitions: string = await run(chief, 'getDefinitions', { siteid: from.siteid, studyid: from.studyid })
    const paths = pathsIn(JSON.parse(definitions))
    expect(paths.length).toBeGreaterThan(20)
    for (const path of paths) {
      for (const hostile of ['\ud800', '\0', '\u202e', 'x'.repeat(600), '']) {
        const changed = withText(definitions, path, (text) => (hostile === '' ? '' : `${text}${hostile}`))
        const { studyid } = await makePlace(casebook)
        const answer = await attempt(chief, 'addDefinitions', { studyid, definitions: changed })
        expectSentence(answer, `${path.join('.')} with ${JSON.stringify(hostile).slice(0, 20)}`)
      }
    }
  }, 300_000)
})

/** A data dictionary of REDCap with this condition. */
function row(condition: string): string {
  const header = 'field_name,form_name,field_type,field_label,select_choices_or_calculations,branching_logic'
  return `${header}\na,walk,text,A,,\nb,walk,text,B,,"${condition.replaceAll('"', '""')}"\n`
}
