import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { type Finding, findingsOf, type Row, tableOf } from './report.ts'
import type { TurnPlan } from './turns.ts'

type Results = {
  rows: readonly Row[]
  findings: readonly Finding[]
  failed: readonly string[]
  /** Cases that were left out. */
  unwanted: readonly string[]
}

const file = new URL('../results.md', import.meta.url)

/** Writes results.md: the table with its machine and commit. */
export async function keepResults(results: Results, plan: TurnPlan): Promise<void> {
  await writeFile(
    file,
    `# The last measurement

\`npm run bench\` overwrites this file. Some cases were measured by themselves: [earlier-results.md](earlier-results.md).

${circumstances('npm run bench', results, plan)}
Load generator, servers and PostgreSQL share the machine; what the generator takes of it, for each call, stands in its own column.
fsync, history and limits are on; calls are signed in, those of several connections as ten people.

Each row is one kind of call by a number of connections, which send the next call when the last one is answered:

- \`me\`: who is signed in, hardly more than the overhead of a call.
- \`getForm\`: a form with ten values; \`getSubject\`: a subject with everything on its screen.
- \`listSubjects-N\`: the subjects of a study of N; \`nested\`: with the ids of the records below each; \`own\`: each call with a text of its own, so
  that no two share an answer, as equal ones that arrive together otherwise do.
- \`updateForm\`: a form with ten new values, committed; \`addActivity\`: a new activity, committed.

The other is PostGraphile over the same tables, which validates little and writes no history, or a server written by hand for this one call, with
the history but without rights, validation and versions. In the second table, each row says what was measured.

${tablesOf(results)}
`,
  )
}

/** Writes some cases into results.md, as a part with this heading: in place of the part that has it, or at the end. */
export async function keepPart(heading: string, results: Results, plan: TurnPlan): Promise<void> {
  const parts = (await readFile(file, 'utf8')).trimEnd().split(/^(?=## )/m)
  const part = `## ${heading}

${circumstances(`npm run bench -- --only ${heading}`, results, plan)}

${tablesOf(results)}
`
  const place = parts.findIndex((each) => each.startsWith(`## ${heading}\n`))
  if (place >= 0) parts[place] = part
  else parts.push(part)
  await writeFile(file, `${parts.map((each) => each.trimEnd()).join('\n\n')}\n`)
}

function circumstances(command: string, { failed, unwanted }: Results, plan: TurnPlan): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const isChanged = git('status', '--porcelain', '--', 'server/src', 'domain/src') !== ''
  const lines = [
    `Made by \`${command}\` at ${new Date().toISOString().slice(0, 16)} UTC, commit ${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}, Node ${process.versions.node},`,
    `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${(totalmem() / 2 ** 30).toFixed(0)} GB; load of the machine while measuring ${loadavg()[1]?.toFixed(1)}`,
    '(2 to 3 come from the measurement itself; whatever is above that was other work, and makes both sides slower).',
    `${plan.turns} turns of ${plan.seconds} s each, longer for long lists, the servers one after the other; the middle value, in brackets the least and the greatest.`,
    ...(unwanted.length > 0 ? [`Not measured this time: ${unwanted.join(', ')}.`] : []),
    ...(failed.length > 0 ? [`Not measured, because it failed: ${failed.join(', ')}.`] : []),
  ]
  return lines.join('\n')
}

function tablesOf({ rows, findings }: Results): string {
  const tables = [...(rows.length > 0 ? [tableOf(rows)] : []), ...(findings.length > 0 ? [findingsOf(findings)] : [])]
  return tables.join('\n\n')
}
