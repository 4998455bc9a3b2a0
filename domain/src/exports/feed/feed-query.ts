import type { Table } from '../columns/column.ts'

/** What a caller asks of a table. */
export type FeedQuery = {
  /** The places of the columns, in their order in the table. */
  columns: readonly number[]
  /** At most so many rows, in all pages. */
  top: number | undefined
  /** The subject after which the page begins. */
  after: string | undefined
  count: boolean
}

/** A query that the feed does not answer. `status`: of HTTP. */
export class FeedRefusal extends Error {
  readonly status: 400 | 404 | 414 | 501

  constructor(status: FeedRefusal['status'], message: string) {
    super(message)
    this.status = status
  }
}

/** Characters of the part of an address after `?`. */
export const mostOfQuery = 8_000
const known = ['$select', '$top', '$skiptoken', '$count', '$format']

/** Reads the options of a query. Throws `FeedRefusal` for all that the feed does not know, so that nothing is ignored. */
export function readFeedQuery(search: string, { columns }: Pick<Table, 'columns'>): FeedQuery {
  if (search.length > mostOfQuery) throw new FeedRefusal(414, 'The address is too long.')
  const given = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(search)) {
    const option = known.find((each) => each === name || each.slice(1) === name)
    if (!option && name.startsWith('$'))
      throw new FeedRefusal(501, `The feed has no ${name}. It has ${known.join(', ')}.`)
    if (!option) throw new FeedRefusal(400, 'The address has an option that OData does not know.')
    if (given.has(option)) throw new FeedRefusal(400, `${option} is there twice.`)
    given.set(option, value)
  }
  const format = given.get('$format') ?? 'json'
  if (!/^(json|application\/json\b.*)$/.test(format)) throw new FeedRefusal(400, 'The feed answers JSON only.')
  const count = given.get('$count') ?? 'false'
  if (count !== 'true' && count !== 'false') throw new FeedRefusal(400, '$count is true or false.')
  const top = given.get('$top')
  if (top !== undefined && !/^\d{1,9}$/.test(top)) throw new FeedRefusal(400, '$top is a whole number.')
  const after = given.get('$skiptoken')
  if (after !== undefined && !/^[\x21-\x7e]{1,64}$/.test(after))
    throw new FeedRefusal(400, '$skiptoken is not one of this feed.')
  return {
    columns: selected(given.get('$select'), columns),
    top: top === undefined ? undefined : Number(top),
    after,
    count: count === 'true',
  }
}

function selected(select: string | undefined, columns: Table['columns']): number[] {
  const all = [...columns.keys()]
  if (select === undefined || select.trim() === '*') return all
  const names = new Set(select.split(',').map((name) => name.trim()))
  for (const name of names)
    if (!columns.some(({ columnId }) => columnId === name)) throw new FeedRefusal(400, 'The table has no such column.')
  return all.filter((place) => names.has(columns[place]?.columnId ?? ''))
}
