/** Types whose objects the database returns as JSON, with each value under the caller's alias (shape.ts). */
const types = [
  'Site',
  'Patient',
  'Device',
  'Study',
  'ActivityType',
  'FormType',
  'FormTypeField',
  'Subject',
  'SubjectDevice',
  'SubjectFacts',
  'StudyFigures',
  'EnrolmentWeek',
  'Form',
  'KeyValue',
  'Activity',
  'RunningActivity',
  'ReferenceData',
  'FoundFile',
  'DeviceElsewhere',
] as const

export type ShapedType = (typeof types)[number]

export const shapedTypes: ReadonlySet<string> = new Set(types)
