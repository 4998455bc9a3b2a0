import { release } from '../../config/release.ts'
import { exitStatus } from '../../mistakes/mistake.ts'

/** The result of one trial: `ok`, `failed` (must be fixed) or `note` (worth knowing). */
export type Finding = { part: string; state: 'ok' | 'failed' | 'note'; sentence: string; status?: number }

export type Part = (typeof parts)[number]
const parts = ['settings', 'disk', 'database', 'schema', 'store', 'mail', 'provider', 'clock', 'network'] as const

const marks = { ok: '✓', failed: '✗', note: '·' }

/** Prints the results, a line each, or as JSON. Returns the exit status: that of the first failure. */
export function reportFindings({ findings }: Pick<Findings, 'findings'>, say: (line: string) => void, isJson = false) {
  const failed = findings.filter(({ state }) => state === 'failed')
  const status = failed.length === 0 ? 0 : (failed[0]?.status ?? exitStatus.unexpected)
  if (isJson) say(JSON.stringify({ release, ok: failed.length === 0, status, findings }, null, 2))
  else {
    say(`Casebook ${release}`)
    for (const { part, state, sentence } of findings) say(`${marks[state]} ${part.padEnd(8)}  ${sentence}`)
    say(failed.length === 0 ? 'Everything that is configured works.' : `${failed.length} to fix.`)
  }
  return status
}

/** Collects the results of one part. */
export function makeFindings(explain: (error: unknown) => { lines: readonly string[]; status: number }) {
  const findings: Finding[] = []
  const add = (part: Part, state: Finding['state'], sentence: string) => void findings.push({ part, state, sentence })
  const fail = (part: Part, error: unknown) => {
    const { lines, status } = explain(error)
    for (const sentence of lines) findings.push({ part, state: 'failed', sentence, status })
  }
  return {
    findings,
    ok: (part: Part, sentence: string) => add(part, 'ok', sentence),
    note: (part: Part, sentence: string) => add(part, 'note', sentence),
    fail,
    /** Records what `trial` returns as ok, or what it throws as failed. Returns whether it succeeded. */
    async try(part: Part, trial: () => Promise<string>): Promise<boolean> {
      try {
        add(part, 'ok', await trial())
        return true
      } catch (error) {
        fail(part, error)
        return false
      }
    },
  }
}

export type Findings = ReturnType<typeof makeFindings>
