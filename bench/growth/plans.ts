import type pg from 'pg'

export type Statement = { text: string; values: unknown[] }

/** The cost of a statement: milliseconds, pages of 8 kB, and the tables that were scanned completely. */
export type Cost = { milliseconds: number; pages: number; scanned: string[]; plan: unknown }

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Node[]
}
type Explained = { Plan: Node; 'Execution Time': number; Triggers?: { Time: number }[] }

const repeats = 5

/**
 * Explains a statement as the server runs it: as the runtime role, with a generic plan, as the driver's prepared
 * statements eventually get. Rolls back writes.
 */
export async function costOf(superuser: pg.Client, { text, values }: Statement): Promise<Cost> {
  await superuser.query('begin')
  try {
    await superuser.query(`set local role casebook_runtime`)
    await superuser.query(
      `select set_config('casebook.actor', 'system:bench', true), set_config('casebook.groups', '{}', true)`,
    )
    await superuser.query(`set local plan_cache_mode = force_generic_plan`)
    await superuser.query(`prepare measured as ${text}`)
    const call = values.length > 0 ? `measured(${values.map(literal).join(', ')})` : 'measured'
    const seen: Explained[] = []
    for (let n = 0; n < repeats; n++) {
      await superuser.query('savepoint before')
      const { rows } = await superuser.query(`explain (analyze, buffers, format json) execute ${call}`)
      seen.push(rows[0]['QUERY PLAN'][0])
      await superuser.query('rollback to before')
    }
    const [best] = seen.sort((one, other) => timeOf(one) - timeOf(other))
    if (!best) throw new Error('nothing was explained')
    const plan = best.Plan
    return {
      milliseconds: timeOf(best),
      pages: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
      scanned: nodesOf(plan).flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [])),
      plan,
    }
  } finally {
    await superuser.query('rollback')
    await superuser.query('deallocate all')
  }
}

function timeOf({ 'Execution Time': time }: Explained): number {
  return time
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = Array.isArray(value) ? `{${value.map((item) => JSON.stringify(String(item))).join(',')}}` : String(value)
  return `'${text.replaceAll("'", "''")}'`
}
