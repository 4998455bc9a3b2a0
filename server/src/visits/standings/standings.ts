import { dayReader } from '@casebook/domain/activities/activity-days.ts'
import { dayOfDateValue } from '@casebook/domain/form-types/values/form-dates.ts'
import { cellOfKept, keptCellOf } from '@casebook/domain/visits/cells/kept-cells.ts'
import { plannedCells, type VisitCell } from '@casebook/domain/visits/cells/visit-cells.ts'
import { type Deviation, deviationsOf, type StartedActivity } from '@casebook/domain/visits/deviations.ts'
import {
  occurrencesOn,
  type Recorded,
  type StoredVisit,
  type SubjectVisitFacts,
  type VisitDates,
  visitDates,
} from '@casebook/domain/visits/due.ts'
import { type SubjectVisitState, subjectVisitStates } from '@casebook/domain/visits/visits.rules.ts'
import type { PlannedVisit, StandingRow } from './standing-rows.sql.ts'

export type FoundDeviation = Deviation & { visitid: string; occurrence: number }
/** A visit of which nothing is known but its dates. */
type Planned = { dates: VisitDates; occurrences: SubjectVisitFacts[] }
type Standing = { visits: string; deviations: FoundDeviation[] }
/** What is kept of the visits of a subject: a letter for each (`keptCellOf`), and from which day they are planned. */
export type KeptStanding = { visits: string; dayZero: string | null; deviations: number; unexplained: number }

/** Stands for a text that a person wrote. */
const said = 'said'

/** Takes together what many subjects have in common: the dates of visits from one day zero, and what follows from them. */
export class Standings {
  readonly #visits: readonly PlannedVisit[]
  readonly #today: string
  readonly #dayOf: (seconds: number) => string
  readonly #fromDayZero = new Map<string | undefined, Planned[]>()
  readonly #cells = new Map<string | null, VisitCell[]>()

  constructor(visits: readonly PlannedVisit[], { zone, today }: { zone: string; today: string }) {
    this.#visits = visits
    this.#today = today
    this.#dayOf = dayReader(zone)
  }

  /** The letters of `VisitStandings` on this day. */
  cellsOf({ visits, dayZero }: Pick<KeptStanding, 'visits' | 'dayZero'>): string {
    let planned = this.#cells.get(dayZero)
    if (!planned) {
      planned = plannedCells(this.#visits, dayZero ?? undefined, this.#today)
      this.#cells.set(dayZero, planned)
    }
    let cells = ''
    for (const [place, cell] of planned.entries()) cells += cellOfKept(visits[place] ?? '', cell)
    return cells
  }

  kept(row: StandingRow): KeptStanding {
    const { visits, deviations } = this.of(row)
    const unexplained = deviations.filter(({ explanation }) => explanation === null).length
    return { visits, dayZero: dayZeroOf(row.dates) ?? null, deviations: deviations.length, unexplained }
  }

  /** A letter for each visit, and the deviations. An explanation that is not empty stands for what was said. */
  of(row: StandingRow): Standing {
    const planned = this.#planned(dayZeroOf(row.dates))
    const held = factsOf(row, this.#dayOf)
    const started = this.#started(row)
    const deviations: FoundDeviation[] = []
    let visits = ''
    for (const [place, { dates, occurrences: untouched }] of planned.entries()) {
      const visit = this.#visits[place]
      const facts = held.get(place)
      if (!visit || !facts) {
        visits += keptCellOf(untouched)
        continue
      }
      const occurrences = occurrencesOn(visit, facts, dates)
      visits += keptCellOf(occurrences)
      for (const one of occurrences) {
        const own = started.get(`${place} ${visit.repeats ? one.occurrence : 1}`) ?? []
        for (const found of deviationsOf(one, visit, own)) {
          deviations.push({ ...found, visitid: visit.visitid, occurrence: one.occurrence })
        }
      }
    }
    return { visits, deviations }
  }

  /** The visits of a subject in the order of the schedule, repeated ones by their occurrence. */
  visitsOf(row: StandingRow): { visitid: string; visit: SubjectVisitFacts }[] {
    const held = factsOf(row, this.#dayOf)
    return this.#planned(dayZeroOf(row.dates)).flatMap(({ dates, occurrences }, place) => {
      const planned = this.#visits[place]
      const facts = held.get(place)
      if (!planned) return []
      const all = facts ? occurrencesOn(planned, facts, dates) : occurrences
      return all.map((visit) => ({ visitid: planned.visitid, visit }))
    })
  }

  /** The visits of a subject of whom nothing else is known. */
  #planned(dayZero: string | undefined): Planned[] {
    const known = this.#fromDayZero.get(dayZero)
    if (known) return known
    const made = this.#visits.map((visit) => {
      const dates = visitDates(visit, dayZero)
      return { dates, occurrences: occurrencesOn(visit, { stored: [], recorded: [] }, dates) }
    })
    this.#fromDayZero.set(dayZero, made)
    return made
  }

  #started({ started }: StandingRow): Map<string, StartedActivity[]> {
    const all = new Map<string, StartedActivity[]>()
    for (const line of started?.split('\n') ?? []) {
      const [position, occurrence, start, activitytypeid = ''] = line.split(' ')
      const place = Number(position) - 1
      const key = `${place} ${this.#visits[place]?.repeats ? occurrence : 1}`
      all.set(key, [...(all.get(key) ?? []), { activitytypeid, startTime: Number(start) }])
    }
    return all
  }
}

/** What a subject has of each visit, by its place in the schedule. */
export function factsOf({ said: lines, recorded }: StandingRow, dayOf: (seconds: number) => string) {
  const held = new Map<number, { stored: StoredVisit[]; recorded: Recorded[] }>()
  const at = (position: string) => {
    const place = Number(position) - 1
    const facts = held.get(place) ?? { stored: [], recorded: [] }
    held.set(place, facts)
    return facts
  }
  for (const line of lines?.split('\n') ?? []) {
    const [position = '', occurrence, state, flags = '', date] = line.split(' ')
    at(position).stored.push({
      ...{ visitid: '', reason: said, version: 1, occurrence: Number(occurrence), state: stateOf(state) },
      ...{ outsideReason: flags[0] === '1' ? said : null, orderReason: flags[1] === '1' ? said : null },
      date: date || null,
    })
  }
  for (const line of recorded?.split('\n') ?? []) {
    const [position = '', occurrence, start] = line.split(' ')
    const date = start ? dayOf(Number(start)) : null
    at(position).recorded.push({ visitid: '', occurrence: Number(occurrence), date })
  }
  return held
}

function stateOf(letter: string | undefined): SubjectVisitState {
  const state = subjectVisitStates.find((each) => each[0] === letter)
  if (!state) throw new Error(`${letter} is no state of a visit.`)
  return state
}

/** The subject's date (`subjectDate`) from the lines of its forms. */
export function dayZeroOf(dates: string | null): string | undefined {
  let [first, found]: [number, string | undefined] = [Number.POSITIVE_INFINITY, undefined]
  for (const line of dates?.split('\n') ?? []) {
    const space = line.indexOf(' ')
    const rank = Number(line.slice(0, space))
    if (rank > first) continue
    const day = daysIn(line.slice(space + 1))[0]
    if (day !== undefined && (rank < first || found === undefined || day < found)) [first, found] = [rank, day]
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
