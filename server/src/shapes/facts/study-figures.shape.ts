import { type RawBuilder, sql } from 'kysely'
import type { Selection } from '../shape/selection.ts'
import { jsonList, jsonObject, numberColumn, plainColumn, shape } from '../shape/shape.ts'
import { defineFacts, joinOfWhole, wholeStudy } from './fact-tables.ts'
import { expectedVisits } from './planned-tables.ts'
import { expectedActivities, expectedFiles, expectedForms, lastChange } from './subject-facts.shape.ts'

const enrolmentShape = shape('EnrolmentWeek', { week: plainColumn, added: numberColumn })

const figure = (name: string) => () => sql`${sql.ref(`figures.${name}`)}::text`

const figuresShape = shape('StudyFigures', {
  open: figure('open'),
  closed: figure('closed'),
  deleted: figure('deleted'),
  formsMissing: figure('forms_missing'),
  activitiesMissing: figure('activities_missing'),
  filesMissing: figure('files_missing'),
  visitsMissing: figure('visits_missing'),
  uploading: figure('uploading'),
  warned: figure('warned'),
  complete: figure('complete'),
  addedLately: figure('added_lately'),
  changedLately: figure('changed_lately'),
  closedLately: figure('closed_lately'),
  enrolment: (_, below) =>
    jsonList(enrolmentShape, 'enrolled', below, {
      from: sql`(select to_char(date_trunc('week', subject.created_at at time zone 'UTC'), 'YYYY-MM-DD') as week, count(*) as added
        from subject where subject.studyid = study.studyid group by 1) enrolled`,
      orderBy: sql`enrolled.week`,
    }),
})

const ofChanges = new Set(['changedLately', 'closedLately'])
const lately = sql`interval '7 days'`

/** Counts for the study with the alias `study`: how many subjects `lacks` (subject-facts.rules.ts) applies to. */
export function figuresOf(_: string, below: Selection): RawBuilder<unknown> {
  const studyid = sql`study.studyid`
  const definitions = defineFacts(wholeStudy(studyid), new Set(['form_facts', 'activity_facts', 'visit_facts']))
  const isChangeWanted = [...below.values()].some(({ field }) => ofChanges.has(field))
  return sql`(with ${sql.join(definitions)} select ${jsonObject(figuresShape, 'figures', below)} from (
    select count(*) filter (where of_one.status = 'OPEN') as open,
      count(*) filter (where of_one.status = 'CLOSED') as closed,
      count(*) filter (where of_one.status = 'DELETED') as deleted,
      count(*) filter (where of_one.status = 'OPEN' and of_one.no_form) as forms_missing,
      count(*) filter (where of_one.status = 'OPEN' and of_one.no_activity) as activities_missing,
      count(*) filter (where of_one.status = 'OPEN' and of_one.no_file) as files_missing,
      count(*) filter (where of_one.status = 'OPEN' and of_one.no_visit) as visits_missing,
      count(*) filter (where of_one.status = 'OPEN' and of_one.pending > 0) as uploading,
      count(*) filter (where of_one.status = 'OPEN' and of_one.warnings > 0) as warned,
      count(*) filter (where of_one.status = 'OPEN' and of_one.any_activity and not (of_one.no_form or of_one.no_activity or of_one.no_file or of_one.no_visit)
        and of_one.pending = 0 and of_one.warnings = 0) as complete,
      count(*) filter (where of_one.created_at > now() - ${lately}) as added_lately,
      count(*) filter (where of_one.changed_at > now() - ${lately}) as changed_lately,
      count(*) filter (where of_one.status = 'CLOSED' and of_one.changed_at > now() - ${lately}) as closed_lately
    from (
      select subject.status, subject.created_at, coalesce(form_facts.done, 0) < expected.forms + coalesce(form_facts.more, 0) as no_form,
        coalesce(activity_facts.done, 0) < expected.activities + coalesce(activity_facts.more, 0) as no_activity,
        coalesce(activity_facts.files_done, 0) < expected.files + coalesce(activity_facts.files_more, 0) as no_file,
        coalesce(visit_facts.done, 0) < expected.visits + coalesce(visit_facts.more, 0) as no_visit, coalesce(activity_facts.recorded, 0) > 0 as any_activity,
        coalesce(activity_facts.pending, 0) as pending, coalesce(activity_facts.warnings, 0) as warnings,
        ${isChangeWanted ? sql`coalesce(change_facts.at, subject.created_at)` : sql`subject.created_at`} as changed_at
      from (select * from subject where subject.studyid = study.studyid) subject
      ${joinOfWhole} form_facts on form_facts.subjectid = subject.subjectid
      ${joinOfWhole} activity_facts on activity_facts.subjectid = subject.subjectid
      ${joinOfWhole} visit_facts on visit_facts.subjectid = subject.subjectid
      cross join (select ${expectedForms(studyid)} as forms, ${expectedActivities(studyid)} as activities, ${expectedFiles(studyid)} as files,
        ${expectedVisits(studyid)} as visits) expected
      ${isChangeWanted ? lastChange : sql``}) of_one) figures)`
}
