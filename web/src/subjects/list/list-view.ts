import { type Lack, lacks, type Recent, recents } from '@casebook/domain/subjects/facts/subject-facts.rules.ts'
import { type SubjectStatus, subjectStatuses } from '@casebook/domain/subjects/subjects.rules.ts'
import { type VisitFigure, visitFilters } from '@casebook/domain/visits/cells/visit-cells.ts'
import { paths } from '../../browser/paths.ts'

export const sortKeys = ['identifier', 'status', 'forms', 'activities', 'files', 'warnings', 'changed'] as const
export type SortKey = (typeof sortKeys)[number]

/** A new sort by these columns is descending. */
export function isDescendingFirst(key: SortKey): boolean {
  return key === 'warnings' || key === 'changed'
}

/** Days in UTC as yyyy-MM-dd, both included. */
export type Days = { from: string; to: string }

/** The filter and order of a list of subjects. Stored in the address, so that a link shows the same. */
export type ListView = {
  filter: string
  status: SubjectStatus | undefined
  missing: Lack | undefined
  recent: Recent | undefined
  added: Days | undefined
  visits: VisitFigure | undefined
  /** The visit of the schedule that `visits` is about; any if undefined. */
  visit: string | undefined
  sort: SortKey
  isDescending: boolean
}

export const wholeList: ListView = {
  filter: '',
  status: undefined,
  missing: undefined,
  recent: undefined,
  added: undefined,
  visits: undefined,
  visit: undefined,
  sort: 'identifier',
  isDescending: false,
}

/** Reads a view from an address. Unknown values are ignored. */
export function readView(search: URLSearchParams): ListView {
  const sort = search.get('sort') ?? ''
  const isDescending = sort.startsWith('-')
  const visits = oneOf(visitFilters, search.get('visits'))
  return {
    filter: search.get('q') ?? '',
    status: oneOf(subjectStatuses, search.get('status')),
    missing: oneOf(lacks, search.get('missing')),
    recent: oneOf(recents, search.get('lately')),
    added: daysOf(search.get('from'), search.get('to')),
    visits,
    visit: (visits && search.get('visit')) || undefined,
    sort: oneOf(sortKeys, isDescending ? sort.slice(1) : sort) ?? 'identifier',
    isDescending,
  }
}

/** Writes a view to an address's parameters. Other parameters are kept, and default values omitted. */
export function writeView(before: URLSearchParams, view: ListView): URLSearchParams {
  const search = new URLSearchParams(before)
  const sort = `${view.isDescending ? '-' : ''}${view.sort}`
  const parameters = {
    q: view.filter,
    status: view.status,
    missing: view.missing,
    lately: view.recent,
    from: view.added?.from,
    to: view.added?.to,
    visits: view.visits,
    visit: view.visits && view.visit,
    sort: sort === 'identifier' ? '' : sort,
  }
  for (const [name, value] of Object.entries(parameters)) {
    if (value) search.set(name, value)
    else search.delete(name)
  }
  return search
}

export function isWhole({ filter, status, missing, recent, added, visits }: ListView): boolean {
  return filter === '' && [status, missing, recent, added, visits].every((each) => each === undefined)
}

/** Whether an instant, in ISO format in UTC, is on one of these days. */
export function isOn({ from, to }: Days, instant: string): boolean {
  const day = instant.slice(0, 10)
  return from <= day && day <= to
}

/** The link to the list of these subjects. */
export function subjectsWhere(studyid: string, view: Partial<ListView>): string {
  const search = writeView(new URLSearchParams(), { ...wholeList, ...view }).toString()
  return paths.subjects(studyid) + (search && `?${search}`)
}

function oneOf<Word extends string>(words: readonly Word[], said: string | null): Word | undefined {
  return words.find((word) => word === said)
}

function daysOf(from: string | null, to: string | null): Days | undefined {
  return isDay(from) && isDay(to) ? { from, to } : undefined
}

function isDay(text: string | null): text is string {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
