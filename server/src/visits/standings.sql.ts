import { dayReader } from '@casebook/domain/activities/activity-days.ts'
import { compareFormTypes } from '@casebook/domain/form-types/fields.ts'
import { dayOfDateValue } from '@casebook/domain/form-types/values/form-dates.ts'
import { isDateName } from '@casebook/domain/forms/forms.rules.ts'
import {
  occurrencesOn,
  type Recorded,
  type StoredVisit,
  type VisitDates,
  visitDates,
} from '@casebook/domain/visits/due.ts'
import { cellOfVisit, type VisitCell } from '@casebook/domain/visits/visit-cells.ts'
import { type SubjectVisitState, subjectVisitStates } from '@casebook/domain/visits/visits.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { type Reader, readsOf, type SiteData } from '../access/site-data.ts'
import { joinOfWhole } from '../shapes/facts/fact-tables.ts'
import { isPresent, recordedInVisits } from '../shapes/subject-visits.ts'

type Visit = { visitid: string; day: number | null; daysBefore: number; daysAfter: number; repeats: boolean }
type Type = { formtypeid: string; identifier: string; fields: readonly { name: string; type: string }[] }
type Plan = { siteid: string; studyid: string; visits: Visit[]; types: Type[] }

/**
 * How the visits of each subject of a study stand, in the order of subjectids: the letters of `VisitStandings`. `today`
 * is the day in the zone. Undefined if the study does not exist; empty without a schedule.
 */
export async function listStandings(
  db: SiteData,
  scope: Scope,
  studyid: string,
  { zone, today }: { zone: string; today: string },
): Promise<{ subjectid: string; cells: string }[] | undefined> {
  const reads = readsOf(db, scope)
  const plan = await readPlan(reads, sql`study.studyid = ${studyid} and ${inScope(scope, 'study')}`)
  if (!plan) return undefined
  if (plan.visits.length === 0) return []
  const standings = new Standings(plan.visits, { zone, today })
  return (await readSubjects(reads, plan)).map((row) => ({ subjectid: row.subjectid, cells: standings.cellsOf(row) }))
}

async function readPlan(db: Reader, isWanted: RawBuilder<unknown>): Promise<Plan | undefined> {
  const { rows } = await sql<Plan>`select study.siteid, study.studyid,
      (select coalesce(json_agg(json_build_object('visitid', visit.visitid, 'day', visit.day, 'daysBefore', visit.days_before,
          'daysAfter', visit.days_after, 'repeats', visit.repeats) order by visit.place), '[]')
        from visit where visit.studyid = study.studyid and visit.siteid = study.siteid) as visits,
      (select coalesce(json_agg(json_build_object('formtypeid', type.formtypeid, 'identifier', type.identifier, 'fields', type.fields)), '[]')
        from form_type type where type.studyid = study.studyid and type.siteid = study.siteid) as types
    from current_study study where ${isWanted}`.execute(db)
  return rows[0]
}

/** Texts instead of JSON: 10,000 subjects with 12 visits have 200,000 entries. Each is a list of lines. */
type Row = {
  subjectid: string
  /** Place of the visit in the schedule, occurrence, first letter of the state, and the date if there is one. */
  said: string | null
  /** Place of the visit in the schedule, occurrence, and of an activity the seconds at which it began. */
  recorded: string | null
  /** Place of the form's type in their order, and as JSON the value, or a list of those that may be the day. */
  dates: string | null
}

const lines = (line: RawBuilder<unknown>) => sql`string_agg(${line}, chr(10))`

async function readSubjects(db: Reader, { siteid, studyid, visits, types }: Plan): Promise<Row[]> {
  const own = (row: string) =>
    sql`${sql.ref(`${row}.studyid`)} = ${studyid} and ${sql.ref(`${row}.siteid`)} = ${siteid}`
  const place = sql`array_position(${sql.val(visits.map(({ visitid }) => visitid))}::text[], visitid)`
  const ofType = types.toSorted(compareFormTypes).map(({ formtypeid, fields }, rank) => {
    // Values of a Date field are days, so that no retired field counts beside one.
    const key = fields.find(({ name, type }) => type === 'Date' && isDateName(name))?.name ?? null
    return { formtypeid, rank, key }
  })
  const { rows } =
    await sql<Row>`select subject.subjectid, said.lines as said, recorded.lines as recorded, dated.lines as dates
    from (select * from current_subject subject where ${own('subject')}) subject
    ${joinOfWhole} (
      select subjectid, ${lines(sql`${place} || ' ' || occurrence || ' ' || left(state, 1) || ' ' || coalesce(date, '')`)} as lines
      from subject_visit where ${own('subject_visit')} group by subjectid) said on said.subjectid = subject.subjectid
    ${joinOfWhole} (
      select subjectid, ${lines(sql`${place} || ' ' || occurrence || ' ' || coalesce(start_time::text, '')`)} as lines
      from ${recordedInVisits((row) => sql`${own(row)} and ${isPresent(row)}`)} recorded group by subjectid) recorded
      on recorded.subjectid = subject.subjectid
    ${joinOfWhole} (
      select form.subjectid, ${lines(sql`type.rank || ' ' || coalesce(
          jsonb_path_query_first(form.fields, '$[*] ? (@.key == $key).value', jsonb_build_object('key', type.key))::text,
          jsonb_path_query_array(form.fields, '$[*] ? (@.key like_regex "^date$" flag "i").value')::text)`)} as lines
      from form join jsonb_to_recordset(${JSON.stringify(ofType)}::jsonb) as type (formtypeid text, rank int, key text)
        on type.formtypeid = form.formtypeid
      where ${own('form')} and form.removed_at is null group by form.subjectid) dated on dated.subjectid = subject.subjectid
    order by subject.subjectid collate "C"`.execute(db)
  return rows.filter(({ subjectid }) => subjectid !== null)
}

/** Takes together what many subjects have in common: the dates of visits from one day zero, and what follows from them. */
class Standings {
  readonly #visits: readonly Visit[]
  readonly #today: string
  readonly #dayOf: (seconds: number) => string
  readonly #fromDayZero = new Map<string | undefined, { dates: VisitDates; cell: VisitCell }[]>()

  constructor(visits: readonly Visit[], { zone, today }: { zone: string; today: string }) {
    this.#visits = visits
    this.#today = today
    this.#dayOf = dayReader(zone)
  }

  cellsOf(row: Row): string {
    const planned = this.#planned(dayZeroOf(row.dates))
    const held = this.#held(row)
    return planned
      .map(({ dates, cell }, place) => {
        const visit = this.#visits[place]
        const facts = held.get(place)
        return visit && facts ? cellOfVisit(occurrencesOn(visit, facts, dates), this.#today) : cell
      })
      .join('')
  }

  /** The visits of a subject of whom nothing else is known. */
  #planned(dayZero: string | undefined) {
    const known = this.#fromDayZero.get(dayZero)
    if (known) return known
    const made = this.#visits.map((visit) => {
      const dates = visitDates(visit, dayZero)
      return { dates, cell: cellOfVisit(occurrencesOn(visit, { stored: [], recorded: [] }, dates), this.#today) }
    })
    this.#fromDayZero.set(dayZero, made)
    return made
  }

  #held({ said, recorded }: Row) {
    const held = new Map<number, { stored: StoredVisit[]; recorded: Recorded[] }>()
    const at = (position: string) => {
      const place = Number(position) - 1
      const facts = held.get(place) ?? { stored: [], recorded: [] }
      held.set(place, facts)
      return facts
    }
    for (const line of said?.split('\n') ?? []) {
      const [position = '', occurrence, state, date] = line.split(' ')
      at(position).stored.push({
        ...{ visitid: '', reason: null, version: 1 },
        ...{ occurrence: Number(occurrence), state: stateOf(state), date: date || null },
      })
    }
    for (const line of recorded?.split('\n') ?? []) {
      const [position = '', occurrence, start] = line.split(' ')
      const date = start ? this.#dayOf(Number(start)) : null
      at(position).recorded.push({ visitid: '', occurrence: Number(occurrence), date })
    }
    return held
  }
}

function stateOf(letter: string | undefined): SubjectVisitState {
  const state = subjectVisitStates.find((each) => each[0] === letter)
  if (!state) throw new Error(`${letter} is no state of a visit.`)
  return state
}

/** The subject's date (`subjectDate`) from the lines of its forms. */
function dayZeroOf(dates: string | null): string | undefined {
  let [first, found]: [number, string | undefined] = [Number.POSITIVE_INFINITY, undefined]
  for (const line of dates?.split('\n') ?? []) {
    const space = line.indexOf(' ')
    const rank = Number(line.slice(0, space))
    if (rank >= first) continue
    const day = daysIn(line.slice(space + 1))[0]
    if (day !== undefined) [first, found] = [rank, day]
  }
  return found
}

function daysIn(json: string): string[] {
  if (!json.startsWith('[')) {
    const day = dayOfDateValue(json.slice(1, -1))
    return day === undefined ? [] : [day]
  }
  const values: unknown[] = JSON.parse(json)
  return values.flatMap((value) => (typeof value === 'string' ? (dayOfDateValue(value) ?? []) : []))
}
