import { createQueryId, PostgresQueryCompiler, type RawBuilder, RawNode, sql } from 'kysely'
import type { Selection } from './selection.ts'

/** `seen`: written once so far. `text`: the compiled SQL, undefined if it contains parameters. */
type CachedSql = 'seen' | { text: RawBuilder<unknown> | undefined }

/** By shape, selection and row alias. Selections of cached plans are reused between calls (plans.ts). */
const known = new WeakMap<object, WeakMap<Selection, Map<string, CachedSql>>>()

/**
 * Caches the SQL text for a shape and a selection: compiling it takes a large share of a short call. SQL with
 * parameters, such as a caller's aliases, is compiled each time. The text is cached on second use, so that shapes and
 * selections made for a single call are not compiled twice.
 */
export function cachedSql(
  shape: object,
  row: string,
  selection: Selection,
  write: () => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const selections = known.get(shape) ?? new WeakMap<Selection, Map<string, CachedSql>>()
  known.set(shape, selections)
  const rows = selections.get(selection) ?? new Map<string, CachedSql>()
  selections.set(selection, rows)
  const before = rows.get(row)
  if (before === undefined) {
    rows.set(row, 'seen')
    return write()
  }
  if (before !== 'seen') return before.text ?? write()
  const written = write()
  rows.set(row, { text: textOf(written) })
  return written
}

const compiler = new PostgresQueryCompiler()

function textOf(written: RawBuilder<unknown>): RawBuilder<unknown> | undefined {
  const node = written.toOperationNode()
  if (!RawNode.is(node)) return undefined
  const { sql: text, parameters } = compiler.compileQuery(node, createQueryId())
  return parameters.length === 0 ? sql.raw(text) : undefined
}
