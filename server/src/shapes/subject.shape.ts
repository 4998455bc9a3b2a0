import { type RawBuilder, sql } from 'kysely'
import { activityShape } from './activity.shape.ts'
import { activityTypeOrder } from './activity-type.shape.ts'
import { factsOfOne } from './facts/subject-facts.shape.ts'
import { formShape } from './form.shape.ts'
import { formTypeOrder } from './form-type.shape.ts'
import { lastChangeOf } from './last-change.ts'
import type { Selection } from './shape/selection.ts'
import { anyJson, column, jsonList, numberColumn, plainColumn, type Shape, shape } from './shape/shape.ts'

/** The study's word for where a device is worn: those of ARM and CHEST are fixed (domain/src/subjects/worn-places.ts). */
const placeWord = (row: string) => sql`coalesce(${sql.ref(`${row}.body_place`)}, lower(${sql.ref(`${row}.position`)}))`

const instant = (time: RawBuilder<unknown>) =>
  anyJson(sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/**
 * When the attached device of a row of subject_device was put on. Its row does not say so if an earlier release attached
 * it; `worn` has it from the history.
 */
export function putOn(row: string): RawBuilder<Date | null> {
  const [from, ...ids] = ['from_time', 'subjectid', 'siteid', 'deviceuid', 'position'].map((name) =>
    sql.ref(`${row}.${name}`),
  )
  return sql`coalesce(${from}, (select worn.from_time from worn
    where (worn.subjectid, worn.siteid, worn.deviceuid, worn.position) = (${sql.join(ids)}) and worn.to_time is null))`
}

function deviceShape(from: (row: string) => RawBuilder<unknown>): Shape {
  return shape('SubjectDevice', {
    deviceid: () => anyJson(sql`device.deviceid`),
    position: plainColumn,
    place: (row) => anyJson(placeWord(row)),
    from: (row) => instant(from(row)),
    to: (row) => instant(sql.ref(`${row}.to_time`)),
    visitid: column,
  })
}

/** Reads a row of subject_device, joined with its device. */
const attachedShape = deviceShape(putOn)

/** Reads a row of `worn`, joined with its device. */
export const wornShape = deviceShape((row) => sql.ref(`${row}.from_time`))

export type ListBelow = {
  shape: Shape
  row: string
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
  orderBy: RawBuilder<unknown>
  /** For all subjects of a study at once: sorts by the type's place, which is cheaper than sorting by its name. */
  ofStudy?: (studyid: string) => Pick<ListBelow, 'from' | 'orderBy'>
}

/** The lists below a subject, each in its own table. */
const listsBelow = {
  forms: {
    shape: formShape,
    row: 'form',
    from: sql`form join form_type using (formtypeid, siteid)`,
    where: sql`form.removed_at is null`,
    orderBy: sql`${formTypeOrder}, form.visitid collate "C", form.occurrence`,
    ofStudy: (studyid) => placed({ row: 'form', type: 'form_type', id: 'formtypeid', order: formTypeOrder, studyid }),
  },
  activities: {
    shape: activityShape,
    row: 'activity',
    from: sql`activity join activity_type using (activitytypeid, siteid)`,
    where: sql`activity.removed_at is null`,
    orderBy: sql`${activityTypeOrder}, activity.visitid collate "C", activity.occurrence`,
    ofStudy: (studyid) =>
      placed({ row: 'activity', type: 'activity_type', id: 'activitytypeid', order: activityTypeOrder, studyid }),
  },
  devices: {
    shape: attachedShape,
    row: 'subject_device',
    from: sql`subject_device join device using (deviceuid, siteid)`,
    where: sql`true`,
    orderBy: sql`subject_device.place`,
  },
} satisfies Record<string, ListBelow>

type Placed = { row: string; type: string; id: string; order: RawBuilder<unknown>; studyid: string }

/** Rows joined with the place of their type among all types of the study, removed ones included. */
function placed({ row, type, id, order, studyid }: Placed): Pick<ListBelow, 'from' | 'orderBy'> {
  const ids = sql`${sql.ref(`${type}.${id}`)}, ${sql.ref(`${type}.siteid`)}`
  return {
    // "offset 0" keeps the planner from sorting the types again for each row.
    from: sql`${sql.ref(row)} left join (select ${ids}, row_number() over (order by ${order}) as place
      from ${sql.ref(type)} where ${sql.ref(`${type}.studyid`)} = ${studyid} offset 0) of_study using (${sql.ref(id)}, siteid)`,
    orderBy: sql`of_study.place, ${sql.ref(`${row}.visitid`)} collate "C", ${sql.ref(`${row}.occurrence`)}`,
  }
}

type Write = (row: string, below: Selection) => RawBuilder<unknown>

/** A subject's shape. `write` defines how the lists below it are read, `facts` how its facts are. */
export function subjectShapeWith(write: (list: ListBelow) => Write, facts: Write) {
  return shape('Subject', {
    siteid: plainColumn,
    studyid: plainColumn,
    subjectid: plainColumn,
    status: plainColumn,
    identifier: column,
    snapshot: column,
    version: numberColumn,
    forms: write(listsBelow.forms),
    activities: write(listsBelow.activities),
    devices: write(listsBelow.devices),
    facts,
    ...lastChangeOf('subject'),
  })
}

/** Reads a row with the alias `subject`. */
export const subjectShape = subjectShapeWith(
  ({ shape, row, from, where, orderBy }) =>
    (_, below) =>
      jsonList(shape, row, below, {
        from: sql`${from} where ${sql.ref(`${row}.subjectid`)} = subject.subjectid and ${where}`,
        orderBy,
      }),
  factsOfOne,
)

/** By identifier ignoring case, or by id if there is none. */
export const subjectOrder = sql`coalesce(subject.identifier_key, lower(subject.subjectid)) collate "C", subject.subjectid`
