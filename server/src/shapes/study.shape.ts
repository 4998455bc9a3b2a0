import { studyFields } from '@casebook/domain/studies/studies.rules.ts'
import { sql } from 'kysely'
import { activityTypeOrder, activityTypeShape } from './activity-type.shape.ts'
import { figuresOf } from './facts/study-figures.shape.ts'
import { formTypeOrder, formTypeShape } from './form-type.shape.ts'
import { lastChangeOf } from './last-change.ts'
import {
  column,
  columnsOf,
  jsonList,
  jsonObject,
  numberColumn,
  numberColumnOf,
  plainColumn,
  shape,
} from './shape/shape.ts'
import { subjectOrder, subjectShape } from './subject.shape.ts'

/** By name ignoring case, whatever the database's collation. */
export const studyOrder = sql`lower(study.name) collate "C", study.name collate "C", study.studyid`

/** The limits of a study, of a row with this alias. */
const qualityLimitsShape = shape('QualityLimits', {
  share: numberColumnOf('quality_share'),
  gap: numberColumnOf('quality_gap'),
  dropOut: numberColumnOf('quality_drop_out'),
  clipped: numberColumnOf('quality_clipped'),
  drift: numberColumnOf('quality_drift'),
  calibration: numberColumnOf('quality_calibration'),
  notWorn: numberColumnOf('quality_not_worn'),
  battery: numberColumnOf('quality_battery'),
  volts: numberColumnOf('quality_volts'),
})

/** Reads a row with the alias `study`. */
export const studyShape = shape('Study', {
  siteid: plainColumn,
  studyid: plainColumn,
  ...columnsOf(studyFields),
  identifier: column,
  places: column,
  epochSeconds: numberColumnOf('epoch_seconds'),
  qualityLimits: (row, below) => jsonObject(qualityLimitsShape, row, below),
  calendarFeed: numberColumnOf('calendar_feed'),
  version: numberColumn,
  activitytypes: (_, below) =>
    jsonList(activityTypeShape, 'activity_type', below, {
      from: sql`activity_type where activity_type.studyid = study.studyid and activity_type.removed_at is null`,
      orderBy: activityTypeOrder,
    }),
  formtypes: (_, below) =>
    jsonList(formTypeShape, 'form_type', below, {
      from: sql`form_type where form_type.studyid = study.studyid and form_type.removed_at is null`,
      orderBy: formTypeOrder,
    }),
  subjects: (_, below) =>
    jsonList(subjectShape, 'subject', below, {
      from: sql`subject where subject.studyid = study.studyid`,
      orderBy: subjectOrder,
    }),
  activitytypeCount: () =>
    sql`(select count(*)::text from activity_type where activity_type.studyid = study.studyid and activity_type.removed_at is null)`,
  formtypeCount: () =>
    sql`(select count(*)::text from form_type where form_type.studyid = study.studyid and form_type.removed_at is null)`,
  figures: figuresOf,
  subjectCount: () => sql`(select count(*)::text from subject where subject.studyid = study.studyid)`,
  ...lastChangeOf('study'),
})
