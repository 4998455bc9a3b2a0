import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { type Finding, findingsOf, type Row, tableOf } from './report.ts'
import type { TurnPlan } from './turns.ts'

type Results = { rows: readonly Row[]; findings: readonly Finding[]; failed: readonly string[] }

/** Writes results.md: the table with its machine and commit. */
export async function keepResults({ rows, findings, failed }: Results, plan: TurnPlan): Promise<void> {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const isChanged = git('status', '--porcelain', '--', 'server/src', 'domain/src') !== ''
  const text = `# The last measurement

\`npm run bench\` overwrites this file. Some cases were measured by themselves: [earlier-results.md](earlier-results.md).

Made by \`npm run bench\` at ${new Date().toISOString().slice(0, 16)} UTC, commit ${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}, Node ${process.versions.node},
${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${(totalmem() / 2 ** 30).toFixed(0)} GB; load of the machine while measuring ${loadavg()[2]?.toFixed(1)}
(2 to 3 come from the measurement itself; whatever is above that was other work, and makes both sides slower).
Load generator, servers and PostgreSQL share the machine; what the generator takes of it, for each call, stands in its own column.
fsync, history and limits are on; calls are signed in, those of several connections as ten people.
${plan.turns} turns of ${plan.seconds} s each, the servers one after the other; the middle value, in brackets the least and the greatest.${failed.length > 0 ? `\nNot measured, because it failed: ${failed.join(', ')}.` : ''}

${tableOf(rows)}

${findingsOf(findings)}
`
  await writeFile(new URL('../results.md', import.meta.url), text)
}
