import { caseKey } from '../names/names.ts'
import { type Problem, problem } from '../problems.ts'
import { cleanName } from '../text.rules.ts'

/** Names that are read from one text. */
export const maxPastedNames = 1000

/** What becomes of a line: it is added, it exists already, an earlier line has it (`first`, from 1), or a rule refuses it. */
export type PastedName = { line: number; name: string } & (
  | { state: 'new' }
  | { state: 'there' }
  | { state: 'twice'; first: number }
  | { state: 'refused'; why: Problem }
)

/**
 * Reads names that were typed or pasted from a spreadsheet: one a line, of which the first cell counts. Blank lines are
 * left out. `existing`: names that need not be added.
 */
export function readPastedNames(
  text: string,
  existing: Iterable<string | null>,
  whyNot: (name: string) => Problem | undefined,
): PastedName[] {
  const there = new Set([...existing].flatMap((name) => (name === null ? [] : [caseKey(name)])))
  const seen = new Map<string, number>()
  const read: PastedName[] = []
  for (const [place, row] of text.split(/\r\n|\r|\n/).entries()) {
    const name = cleanName(row.split('\t', 1)[0] ?? '')
    if (name === '') continue
    const said = { line: place + 1, name }
    const why = whyNot(name)
    const key = caseKey(name)
    const first = seen.get(key)
    if (why) read.push({ ...said, state: 'refused', why })
    else if (first !== undefined) read.push({ ...said, state: 'twice', first })
    else if (there.has(key)) read.push({ ...said, state: 'there' })
    else read.push({ ...said, state: 'new' })
    if (!why && first === undefined) seen.set(key, said.line)
  }
  return read
}

/** The names to add. */
export function newNames(read: readonly PastedName[]): string[] {
  return read.filter(({ state }) => state === 'new').map(({ name }) => name)
}

/** Why nothing is added: nothing is new, or it is too much at once. */
export function whyNotPasted(read: readonly PastedName[], field: string): Problem | undefined {
  if (read.length > maxPastedNames) return problem('list.too-long', { field, params: { max: maxPastedNames } })
  if (newNames(read).length === 0) return problem('list.nothing-new', { field })
}
