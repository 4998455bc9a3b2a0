/** The result of one trial: `ok`, `failed` (must be fixed) or `note` (worth knowing). */
export type Finding = { part: string; state: 'ok' | 'failed' | 'note'; sentence: string; status?: number }

export type Part = (typeof parts)[number]
const parts = ['settings', 'disk', 'database', 'schema', 'store', 'mail', 'provider', 'clock', 'network'] as const

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
