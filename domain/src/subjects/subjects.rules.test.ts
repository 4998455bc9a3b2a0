import { describe, expect, test } from 'vitest'
import { problem } from '../shared/problems.ts'
import {
  compareSubjects,
  type SubjectStatus,
  subjectName,
  whyNotClosable,
  whyNotDevices,
  whyNotEditable,
  whyNotNewStatus,
  whyNotReopenable,
  whyNotSubjectid,
  whyNotTransition,
} from './subjects.rules.ts'

test.each(['S-001', 'a', '_', 'x'.repeat(64), '018f-AB'])('%j may be a subjectid', (subjectid) => {
  expect(whyNotSubjectid(subjectid)).toBeUndefined()
})

test.each(['', 'S 1', 'S/1', 'S.1', 'ø', 'S1\n', 'x'.repeat(65)])('%j may not be a subjectid', (subjectid) => {
  expect(whyNotSubjectid(subjectid)?.field).toBe('subjectid')
})

test('a new subject is OPEN, by default or explicitly', () => {
  expect(whyNotNewStatus('OPEN')).toBeUndefined()
  expect(whyNotNewStatus(null)).toBeUndefined()
  expect(whyNotNewStatus('CLOSED')?.code).toBe('BAD_INPUT')
})

test('only an open subject accepts changes', () => {
  expect(whyNotEditable({ status: 'OPEN' })).toBeUndefined()
  expect(whyNotEditable({ status: 'CLOSED' })?.code).toBe('SUBJECT_NOT_OPEN')
  expect(whyNotEditable({ status: 'DELETED' })?.code).toBe('SUBJECT_NOT_OPEN')
})

const complete = { activities: [1], referenceData: [], shortcomings: [], reason: undefined }

describe('closing', () => {
  const uploaded = { status: 'UPLOADED', filename: 'arm.csv' }

  test('needs an activity, before anything else', () => {
    expect(
      whyNotClosable({ ...complete, activities: [], referenceData: [{ status: 'PENDING', filename: 'x' }] }),
    ).toMatchObject({
      code: 'NO_ACTIVITY',
      message: 'At least one activity must be saved before submitting and closing a subject',
    })
  })

  test('waits for files that are still uploading, and names one', () => {
    const pending = { status: 'PENDING', filename: 'chest.csv' }
    expect(whyNotClosable({ ...complete, referenceData: [uploaded, pending] })).toMatchObject({
      code: 'UPLOAD_PENDING',
      params: { filename: 'chest.csv' },
    })
  })

  test('does not wait for files that arrived or failed', () => {
    expect(
      whyNotClosable({ ...complete, referenceData: [uploaded, { status: 'FAILED', filename: 'x' }] }),
    ).toBeUndefined()
    expect(whyNotClosable(complete)).toBeUndefined()
  })

  test('needs a reason if forms do not satisfy the present version of their types', () => {
    const shortcomings = [
      { formtypeid: '1', identifier: 'Intake', field: 'Weight', why: problem('text.required') },
      {
        formtypeid: '1',
        identifier: 'Intake',
        field: 'Side',
        why: problem('value.choice', { params: { options: 'left' } }),
      },
    ]
    for (const reason of [undefined, '', ' \t'])
      expect(whyNotClosable({ ...complete, shortcomings, reason })).toMatchObject({
        reason: 'subject.forms-incomplete',
        field: 'reason',
        params: { fields: 'Intake: Weight, Intake: Side' },
        details: {
          shortcomings: [
            { field: 'Weight', reason: 'text.required' },
            { formtypeid: '1', field: 'Side', params: { options: 'left' } },
          ],
        },
      })
    expect(whyNotClosable({ ...complete, shortcomings, reason: 'Left the study' })).toBeUndefined()
    expect(whyNotClosable({ ...complete, activities: [], shortcomings, reason: 'x' })?.code).toBe('NO_ACTIVITY')
  })
})

describe('a transition', () => {
  const cases: [
    SubjectStatus,
    SubjectStatus,
    Record<'admin' | 'hp' | 'patient' | 'study:admin' | 'subject:admin', string>,
  ][] = [
    [
      'OPEN',
      'OPEN',
      { admin: 'ok', hp: 'ok', patient: 'FORBIDDEN', 'study:admin': 'FORBIDDEN', 'subject:admin': 'FORBIDDEN' },
    ],
    [
      'OPEN',
      'CLOSED',
      { admin: 'ok', hp: 'ok', patient: 'FORBIDDEN', 'study:admin': 'FORBIDDEN', 'subject:admin': 'FORBIDDEN' },
    ],
    [
      'OPEN',
      'DELETED',
      { admin: 'FORBIDDEN', hp: 'FORBIDDEN', patient: 'FORBIDDEN', 'study:admin': 'FORBIDDEN', 'subject:admin': 'ok' },
    ],
    [
      'CLOSED',
      'OPEN',
      { admin: 'ok', hp: 'ok', patient: 'FORBIDDEN', 'study:admin': 'FORBIDDEN', 'subject:admin': 'FORBIDDEN' },
    ],
    [
      'CLOSED',
      'CLOSED',
      {
        admin: 'SUBJECT_NOT_OPEN',
        hp: 'SUBJECT_NOT_OPEN',
        patient: 'FORBIDDEN',
        'study:admin': 'FORBIDDEN',
        'subject:admin': 'FORBIDDEN',
      },
    ],
    [
      'CLOSED',
      'DELETED',
      { admin: 'FORBIDDEN', hp: 'FORBIDDEN', patient: 'FORBIDDEN', 'study:admin': 'FORBIDDEN', 'subject:admin': 'ok' },
    ],
    [
      'DELETED',
      'OPEN',
      { admin: 'FORBIDDEN', hp: 'FORBIDDEN', patient: 'FORBIDDEN', 'study:admin': 'FORBIDDEN', 'subject:admin': 'ok' },
    ],
    [
      'DELETED',
      'CLOSED',
      {
        admin: 'SUBJECT_NOT_OPEN',
        hp: 'SUBJECT_NOT_OPEN',
        patient: 'FORBIDDEN',
        'study:admin': 'FORBIDDEN',
        'subject:admin': 'FORBIDDEN',
      },
    ],
    [
      'DELETED',
      'DELETED',
      {
        admin: 'FORBIDDEN',
        hp: 'FORBIDDEN',
        patient: 'FORBIDDEN',
        'study:admin': 'FORBIDDEN',
        'subject:admin': 'SUBJECT_NOT_OPEN',
      },
    ],
  ]

  describe.each(cases)('from %s to %s', (from, to, answers) => {
    test.each(Object.entries(answers))('by %s: %s', (group, answer) => {
      expect(whyNotTransition(from, to, [group])?.code ?? 'ok').toBe(answer)
    })
  })

  test('reopening is judged by the same rule', () => {
    expect(whyNotReopenable({ status: 'DELETED' }, ['admin', 'hp'])?.code).toBe('FORBIDDEN')
    expect(whyNotReopenable({ status: 'DELETED' }, ['hp', 'subject:admin'])).toBeUndefined()
    expect(whyNotReopenable({ status: 'CLOSED' }, ['hp'])).toBeUndefined()
  })
})

describe('the devices of a subject', () => {
  test('may be one at both locations and two at one location', () => {
    expect(
      whyNotDevices([
        { deviceid: 'A1', position: 'ARM' },
        { deviceid: 'A1', position: 'CHEST' },
        { deviceid: 'B2', position: 'ARM' },
      ]),
    ).toBeUndefined()
  })

  test('are not the same one twice at one location, also if it is the first', () => {
    expect(
      whyNotDevices([
        { deviceid: 'A1', position: 'ARM' },
        { deviceid: 'B2', position: 'ARM' },
        { deviceid: 'A1', position: 'ARM' },
      ]),
    ).toMatchObject({ reason: 'subject.devices.duplicate', params: { deviceid: 'A1' } })
  })

  test('are not the same one in two places besides arm and chest', () => {
    const wrist = { deviceid: 'A1', position: 'OTHER', place: 'wrist' } as const
    const ankle = { ...wrist, place: 'ankle' }
    expect(whyNotDevices([wrist, { ...ankle, deviceid: 'B2' }, { deviceid: 'A1', position: 'ARM' }])).toBeUndefined()
    expect(whyNotDevices([wrist, ankle])).toMatchObject({
      reason: 'subject.devices.other-twice',
      params: { deviceid: 'A1' },
    })
  })
})

describe('the name of a subject', () => {
  test('is its identifier, or its id where there is none', () => {
    expect(subjectName({ subjectid: 'x1', identifier: 'S-001' })).toBe('S-001')
    expect(subjectName({ subjectid: 'x1', identifier: null })).toBe('x1')
  })

  test('orders the list without case', () => {
    const subjects = [
      { subjectid: '1', identifier: 's-003' },
      { subjectid: 'S-002', identifier: null },
      { subjectid: '3', identifier: 'S-001' },
    ]
    expect(subjects.sort(compareSubjects).map(subjectName)).toEqual(['S-001', 'S-002', 's-003'])
  })
})
