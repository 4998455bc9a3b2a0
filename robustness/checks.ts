import { writeFile } from 'node:fs/promises'

const total = { passed: 0, failed: 0 }

/** Runs a check and prints its line: `work` returns what it saw, or throws what is wrong. Continues after a failure. */
export async function check(name: string, work: () => Promise<string | undefined>): Promise<boolean> {
  const began = Date.now()
  try {
    const seen = await work()
    total.passed++
    console.log(`✓ ${name}${seen ? `: ${seen}` : ''} (${seconds(began)})`)
    return true
  } catch (error) {
    total.failed++
    console.log(`✗ ${name} (${seconds(began)})\n${describe(error)}`)
    return false
  }
}

function seconds(began: number): string {
  return `${((Date.now() - began) / 1000).toFixed(1)} s`
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Throws the first few faults, unless `wrong` is empty. */
export function expectNone(what: string, wrong: readonly string[]): void {
  if (wrong.length === 0) return
  const shown = wrong.slice(0, 5).map((line) => `  ${line.slice(0, 1_500)}`)
  throw new Error(`${wrong.length} × ${what}:\n${shown.join('\n')}`)
}

/** Prints the counts, or writes them to `report`. The process exits with 1 if a check failed. */
export async function finish(report: string | undefined): Promise<void> {
  if (report) await writeFile(report, JSON.stringify(total))
  else console.log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
}
