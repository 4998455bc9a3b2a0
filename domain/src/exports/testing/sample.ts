import type { FormTypeField } from '../../form-types/fields.ts'
import { givenFields } from '../../shared/record-fields/record-fields.ts'
import { siteFields } from '../../sites/sites.rules.ts'
import { sampleClock, sampleHistory } from './history.ts'
import type { RowLists } from './memory-rows.ts'

const study = { siteid: 'oslo', studyid: 'study1' }
const one = { ...study, subjectid: 'subject1', identifier: 'S-001 Åse' }
const two = { ...study, subjectid: 'subject2', identifier: null }
const by = {
  created_at: '2026-02-28T23:30:00.000Z',
  created_by: 'Nora Nurse',
  changed_at: '2026-03-01T08:00:00.250Z',
  changed_by: '=Åse',
}

const field = (name: string, type: FormTypeField['type'], more: Partial<FormTypeField> = {}): FormTypeField => ({
  name,
  type,
  required: false,
  length: null,
  pattern: null,
  ...more,
})

const baseline = [
  field('Date', 'Date', { required: true }),
  field('Arrived at', 'Time'),
  field('Age', 'Number'),
  field('Hand', 'Choice', { pattern: 'Left|Right' }),
  field('Walks', 'Boolean'),
  field('Størrelse Å', 'String', { length: 500 }),
]

/** A small study with every type, a retired field, a value older than a change of type, and hostile text. */
export const stepCounting: RowLists = {
  heading: {
    at: '2026-03-01T10:00:00.000Z',
    release: '0.1.0',
    zone: 'Europe/Oslo',
    siteid: 'oslo',
    files: true,
    history: true,
    closedOnly: false,
    deleted: false,
    deletedSubjects: 0,
  },
  sites: [{ siteid: 'oslo', ...givenFields(siteFields, { name: 'Oslo, "West"' }), version: 1 }],
  studies: [{ ...study, name: 'Step counting', status: 'OPEN', identifier: null, version: 2 }],
  devices: [{ siteid: 'oslo', deviceid: 'A1', hw_id: '007', version: 1 }],
  users: [{ actor: 'person1', name: 'Nora Nurse' }],
  activityTypes: [{ ...study, activitytypeid: 'walk', description: 'Walk/run', version: 1 }],
  formTypes: [
    {
      ...study,
      formtypeid: 'baseline',
      identifier: 'Baseline Å',
      version: 3,
      number: 2,
      removed: false,
      fields: baseline,
      earlier: [
        { version: 1, fields: [field('Old', 'String'), field('Age', 'String')] },
        { version: 2, fields: [...baseline, field('Hand', 'Choice', { pattern: 'Left|Both' })] },
      ],
    },
  ],
  studyDocuments: [1, 2].map((number) => ({
    ...study,
    documentid: 'document1',
    title: 'Protocol: "Walking"',
    kind: 'protocol',
    version: 2,
    number,
    date: number === 1 ? null : '2026-02-28',
    filename: 'protocol.pdf',
    created_at: '2026-02-28T10:00:00.000Z',
    created_by: 'Nora Nurse',
    persistedObjectName: `study1/file${number}`,
    status: number === 1 ? 'FAILED' : 'UPLOADED',
    size: number === 1 ? null : 7,
    sha256: null,
  })),
  visits: [],
  subjects: [
    { ...one, status: 'CLOSED', version: 4, snapshot: '{"subjectid":"subject1"}', snapshot_sha256: 'd'.repeat(64) },
    { ...two, status: 'OPEN', version: 1, snapshot: null, snapshot_sha256: null },
  ],
  subjectVisits: [],
  worn: [],
  subjectDevices: [{ ...one, place: 0, deviceid: 'A1', position: 'ARM' }],
  forms: [
    {
      ...one,
      formtypeid: 'baseline',
      version: 1,
      type_number: 1,
      fields: [
        { key: 'Date', value: '1772366400' },
        { key: 'Arrived at', value: '24:30' },
        { key: 'Age', value: '1e1' },
        { key: 'Hand', value: 'Both' },
        { key: 'Walks', value: 'true' },
        { key: 'Størrelse Å', value: '\'=1+1\r\n"NA", 007 \u{1F600}' },
        { key: 'Old', value: 'NA' },
      ],
    },
    { ...two, ...by, formtypeid: 'baseline', version: 2, type_number: 2, fields: [{ key: 'Age', value: 'thirty' }] },
  ],
  activities: [
    {
      ...one,
      activitytypeid: 'walk',
      description: 'Walk/run',
      startTime: 1_772_352_000,
      stopTime: 1_772_355_600,
      comment: '-slow',
      version: 1,
    },
  ],
  runningActivities: [
    {
      ...two,
      activitytypeid: 'walk',
      description: 'Walk/run',
      startTime: 1_772_359_200,
      startedBy: '=Nora',
      version: 1,
    },
  ],
  referenceData: [
    {
      ...one,
      referencedataid: 'r1',
      activitytypeid: 'walk',
      activitytype: 'Walk/run',
      filename: '../arm.csv',
      persistedObjectName: 'oslo/study1/subject1/r1',
      status: 'UPLOADED',
      size: 1500,
      sha256: 'e'.repeat(64),
      version: 3,
      ...sampleClock,
    },
  ],
  measures: [],
  history: sampleHistory,
}
