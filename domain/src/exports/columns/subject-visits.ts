import { dayOfDateValue } from '../../form-types/values/form-dates.ts'
import { subjectDate } from '../../forms/forms.rules.ts'
import { deviationsOf } from '../../visits/deviations.ts'
import { occurrencesOf } from '../../visits/due.ts'
import { IsoTimes } from '../files/iso-time.ts'
import { BySubject } from '../files/merge.ts'
import type { ExportRows, FormRow, SubjectVisitRow, VisitRow } from '../rows.ts'

/**
 * The visits of the subjects, each with what the schedule says of it, and where it deviates; in the order of its activities
 * only `withOrder`, which reads them.
 */
export async function* visitsOfSubjects(rows: ExportRows, { withOrder = false } = {}) {
  const times = new IsoTimes(rows.heading.zone)
  const types = new Map(rows.formTypes.map((formtype) => [formtype.formtypeid, formtype]))
  const forms = new BySubject(rows.forms())
  const all = new BySubject(rows.subjectVisits())
  const isOrdered = withOrder && rows.visits.some(({ inOrder }) => inOrder)
  const activities = isOrdered ? new BySubject(rows.activities()) : undefined
  try {
    for await (const { created_at, created_by, changed_at, changed_by, ...subject } of rows.subjects()) {
      const schedule = rows.visits.filter((visit) => isOfStudy(visit, subject))
      if (schedule.length === 0) continue
      const dayZero = dayZeroOf(await forms.of(subject), types)
      const found = await all.of(subject)
      const done = (await activities?.of(subject)) ?? []
      for (const visit of schedule) {
        const own = found.filter(({ visitid }) => visitid === visit.visitid)
        const said = own.flatMap(({ state, ...row }) => (state === null ? [] : [{ ...row, state }]))
        const recorded = own.filter(({ state }) => state === null).map((row) => recordedOf(row, times))
        for (const each of occurrencesOf(visit, { stored: said, recorded }, dayZero)) {
          const row = said.find(({ occurrence }) => occurrence === each.occurrence)
          const provenance = row && {
            ...{ created_at: row.created_at ?? null, created_by: row.created_by ?? null },
            ...{ changed_at: row.changed_at ?? null, changed_by: row.changed_by ?? null },
          }
          const { siteid, studyid, subjectid, identifier, status } = subject
          const ids = { siteid, studyid, subjectid, identifier, subject_status: status }
          const started = done.filter((one) => {
            return one.visitid === visit.visitid && (!visit.repeats || (one.occurrence ?? 1) === each.occurrence)
          })
          const deviations = deviationsOf(each, visit, started)
          yield { ...ids, ...provenance, ...each, visitid: visit.visitid, name: visit.name, deviations }
        }
      }
    }
  } finally {
    await forms.close()
    await all.close()
    await activities?.close()
  }
}

type OfStudy = { siteid: string; studyid: string }

function isOfStudy(a: VisitRow, b: OfStudy): boolean {
  return a.studyid === b.studyid && a.siteid === b.siteid
}

/** Something recorded, with its day in the zone of the export. */
function recordedOf({ visitid, occurrence, startTime }: SubjectVisitRow, times: IsoTimes) {
  return { visitid, occurrence, date: startTime === null ? null : times.format(startTime).slice(0, 10) }
}

function dayZeroOf(forms: readonly FormRow[], types: ReadonlyMap<string, ExportRows['formTypes'][number]>) {
  const date = subjectDate(
    forms.flatMap(({ formtypeid, fields }) => {
      const formtype = types.get(formtypeid)
      return formtype ? [{ fields, formtype }] : []
    }),
  )
  return date === undefined ? undefined : dayOfDateValue(String(date))
}
