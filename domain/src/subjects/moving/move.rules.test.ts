import { expect, test } from 'vitest'
import { type MovedSubject, reviewMove, type StudyParts, whyNotMovedCount } from './move.rules.ts'
import { findingsOfMoves, whyNotMoved } from './move-findings.ts'

const field = (name: string, more: object = {}) => {
  return { name, type: 'String' as const, required: false, length: null, pattern: null, ...more }
}

/** A study whose ids begin with its name. */
function study(name: string, more: Partial<StudyParts> = {}): StudyParts {
  const type = (id: string, title: string) => {
    return { id: `${name}-${id}`, name: title, key: title.toLowerCase(), repeats: false, isOffered: true }
  }
  const definition = { fields: [field('Room')], properties: null, checks: [], number: 1 }
  return {
    studyid: name,
    siteid: 'oslo',
    places: ['arm', 'chest'],
    formTypes: [{ ...type('base', 'Baseline'), ...definition }],
    activityTypes: [type('walk', 'Walk')],
    visits: [
      {
        id: `${name}-day`,
        name: 'Day 1',
        key: 'day 1',
        repeats: false,
        formtypeids: [`${name}-base`],
        activitytypeids: [`${name}-walk`],
      },
    ],
    ...more,
  }
}

const [from, to] = [study('a'), study('b')]
const [form] = from.formTypes
const [walk] = to.activityTypes
const [base] = to.formTypes
const [day] = to.visits
if (!form || !walk || !base || !day) throw new Error('the studies have one of each')

const recorded = { visitid: '', occurrence: 1, label: null }
const filled = (more: object = {}) => {
  const fields = [{ key: 'Room', value: 'B204' }]
  return { typeid: 'a-base', ...recorded, fields, confirmed: null, type_number: 1, ...more }
}

function subject(more: Partial<MovedSubject> = {}): MovedSubject {
  return {
    subjectid: 's',
    identifier: 'S-1',
    status: 'OPEN',
    isTaken: false,
    running: [],
    uploading: [],
    places: ['arm'],
    visits: [],
    forms: [filled()],
    activities: [{ typeid: 'a-walk', ...recorded }],
    ...more,
  }
}

/** The reasons, each with its parameters. */
function reasons(moved: MovedSubject, other = to, own = from) {
  return reviewMove(moved, own, other).obstacles.map(({ reason, params }) =>
    [reason, ...Object.values(params)].join(' '),
  )
}

test('a subject goes to a study that has everything by the same names', () => {
  const visited = { visitid: 'a-day', occurrence: 1 }
  const moved = subject({
    visits: [visited],
    forms: [filled(), filled({ visitid: 'a-day' })],
    activities: [{ typeid: 'a-walk', ...recorded, visitid: 'a-day' }],
  })
  const { obstacles, looks, forms } = reviewMove(moved, from, to)
  expect([...obstacles, ...looks]).toEqual([])
  expect(forms).toEqual([
    { ...filled(), formtypeid: 'a-base', typeid: 'b-base' },
    { ...filled({ visitid: 'a-day' }), formtypeid: 'a-base', typeid: 'b-base' },
  ])
})

test('what is under way, closed or taken stays', () => {
  expect(reasons(subject({ status: 'CLOSED' }))).toEqual(['subject.closed'])
  expect(reasons(subject({ status: 'DELETED' }))).toEqual(['subject.deleted'])
  expect(reasons(subject({ running: ['Walk'], uploading: ['a.csv'] }))).toEqual([
    'move.running Walk',
    'move.uploading a.csv',
  ])
  expect(reasons(subject({ isTaken: true }))).toEqual(['move.identifier S-1'])
  expect(reasons(subject({ isTaken: true, identifier: null }))).toEqual(['move.identifier '])
})

test('what the other study lacks is named once', () => {
  const empty = study('b', { places: ['chest'], formTypes: [], activityTypes: [], visits: [] })
  const moved = subject({
    visits: [{ visitid: 'a-day', occurrence: 1 }],
    forms: [filled(), filled({ visitid: 'a-day' })],
    activities: [{ typeid: 'a-walk', ...recorded, visitid: 'a-day' }],
  })
  expect(reasons(moved, empty)).toEqual([
    'move.place arm',
    'move.visit Day 1',
    'move.form-type Baseline',
    'move.activity-type Walk',
  ])
  expect(reasons(subject({ places: ['ARM'] }))).toEqual([])
})

test('a type that the other study has removed, or never published, is none', () => {
  const gone = study('b', {
    formTypes: [{ ...base, isOffered: false }],
    activityTypes: [{ ...walk, isOffered: false }],
  })
  expect(reasons(subject(), gone)).toEqual(['move.form-type Baseline', 'move.activity-type Walk'])
})

test('a type must belong to the visit there, too', () => {
  const other = study('b', { visits: [{ ...day, formtypeids: [], activitytypeids: [] }] })
  const inVisit = { ...recorded, visitid: 'a-day' }
  const moved = subject({ forms: [filled(inVisit)], activities: [{ typeid: 'a-walk', ...inVisit }] })
  expect(reasons(moved, other)).toEqual(['move.visit-type Baseline Day 1', 'move.visit-type Walk Day 1'])
})

test('several of a type, and labels, go only where the type repeats', () => {
  const repeats = study('b', { activityTypes: [{ ...walk, repeats: true }] })
  const several = subject({ activities: [{ typeid: 'a-walk', ...recorded, occurrence: 2 }] })
  const labelled = subject({ activities: [{ typeid: 'a-walk', ...recorded, label: 'stairs' }] })
  for (const moved of [several, labelled]) {
    expect(reasons(moved)).toEqual(['move.repeats Walk'])
    expect(reasons(moved, repeats)).toEqual([])
  }
})

test('in a visit that repeats, the numbers are those of the visit', () => {
  const repeating = (name: string) => {
    const own = study(name)
    return { ...own, visits: own.visits.map((visit) => ({ ...visit, repeats: true })) }
  }
  const second = { ...recorded, visitid: 'a-day', occurrence: 2 }
  const moved = subject({
    visits: [{ visitid: 'a-day', occurrence: 2 }],
    forms: [filled(second)],
    activities: [{ typeid: 'a-walk', ...second }],
  })
  expect(reasons(moved, repeating('b'), repeating('a'))).toEqual([])
  expect(reasons(moved, to, repeating('a'))).toEqual(['move.visit-repeats Day 1'])
  expect(reasons(subject({ visits: [{ visitid: 'a-day', occurrence: 2 }] }), study('b', { visits: [] }))).toEqual([
    'move.visit Day 1',
  ])
  const label = subject({ forms: [filled({ ...second, occurrence: 1, label: 'late' })] })
  expect(reasons(label, repeating('b'), repeating('a'))).toEqual(['move.repeats Baseline'])
})

test('two types of the same name in the one study are not merged in the other', () => {
  const former = { ...walk, id: 'a-former', isOffered: false }
  const own = study('a', { activityTypes: [...from.activityTypes, former] })
  const activities = ['a-walk', 'a-former'].map((typeid) => ({ typeid, ...recorded }))
  expect(reasons(subject({ activities }), to, own)).toEqual(['move.twice Walk'])
})

test('a form is judged by the type there, unless both are the same and it is up to date', () => {
  const stricter = study('b', { formTypes: [{ ...base, number: 4, fields: [field('Room', { pattern: '[0-9]+' })] }] })
  expect(reasons(subject(), stricter)).toEqual(['move.value Baseline Room'])
  const moved = subject({ forms: [filled({ fields: [{ key: 'Room', value: '204' }] })] })
  expect(reviewMove(moved, from, stricter).forms[0]).toMatchObject({ typeid: 'b-base', type_number: 4 })
  // Invalid, as a type that was changed leaves it: the same type leaves it as it is.
  const invalid = filled({ fields: [{ key: 'Floor', value: '2' }] })
  expect(reasons(subject({ forms: [invalid] }))).toEqual([])
  const required = (name: string) =>
    study(name, {
      formTypes: study(name).formTypes.map((type) => ({ ...type, fields: [field('Room', { required: true })] })),
    })
  const incomplete = { fields: [] }
  expect(reasons(subject({ forms: [filled(incomplete)] }), required('b'), required('a'))).toEqual([])
  const outdated = subject({ forms: [filled({ ...incomplete, type_number: 0 })] })
  expect(reasons(outdated, required('b'), required('a'))).toEqual(['move.value Baseline Room'])
})

test('a value goes only where a field is for it, unless no study has one', () => {
  const other = study('b', { formTypes: [{ ...base, fields: [field('Floor')] }] })
  expect(reasons(subject(), other)).toEqual(['move.field Baseline Room'])
  const retired = subject({ forms: [filled({ fields: [{ key: 'Wing', value: 'N' }] })] })
  expect(reasons(retired, other)).toEqual([])
  expect(reviewMove(retired, from, other).forms[0]?.fields).toEqual([{ key: 'Wing', value: 'N' }])
})

test('what the type there computes or does not ask is to be looked at', () => {
  const other = study('b', {
    formTypes: [{ ...base, fields: [field('Room')], properties: { Room: { showIf: 'false' } } }],
  })
  const { obstacles, looks, forms } = reviewMove(subject(), from, other)
  expect(obstacles).toEqual([])
  expect(looks.map(({ reason, params }) => [reason, params])).toEqual([
    ['move.changes', { formtype: 'Baseline', field: 'Room' }],
  ])
  expect(forms[0]).toMatchObject({ fields: [], confirmed: null })
})

test('findings of several subjects are told together, and nothing is to be looked at in one that stays', () => {
  const other = study('b', { formTypes: [{ ...base, properties: { Room: { showIf: 'false' } } }] })
  const moves = [
    subject(),
    subject({ subjectid: 't', status: 'CLOSED' }),
    subject({ subjectid: 'u', status: 'CLOSED' }),
  ].map((one) => ({ subjectid: one.subjectid, move: reviewMove(one, from, other) }))
  expect(findingsOfMoves(moves).map(({ effect, why, subjectids }) => [effect, why.reason, subjectids])).toEqual([
    ['REFUSED', 'subject.closed', ['t', 'u']],
    ['LOOK', 'move.changes', ['s']],
  ])
  expect(whyNotMoved(moves)).toMatchObject({ reason: 'subject.closed', details: { subjectids: ['t', 'u'] } })
  expect(whyNotMoved(moves.slice(0, 1))).toBeUndefined()
})

test('1 to 200 subjects are moved at once', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => `s${n}`)
  expect([0, 201].map((count) => whyNotMovedCount(many(count))?.reason)).toEqual(['move.count', 'move.count'])
  expect([1, 200].map((count) => whyNotMovedCount(many(count)))).toEqual([undefined, undefined])
})
