// npm run bench -- [--only CASE[,CASE]] [--without CASE[,CASE]] [--seconds N] [--turns N] [--connections 1,50] [--keep] [--profile FOLDER]
import { parseArgs } from 'node:util'
import { type Bed, makeBed } from './beds/bed.ts'
import { addActivity } from './cases/add-activity.ts'
import { fanOut } from './cases/fan-out.ts'
import { getForm } from './cases/get-form.ts'
import { getSubject } from './cases/get-subject.ts'
import { herd } from './cases/herd.ts'
import { hostileNeighbour } from './cases/hostile-neighbour.ts'
import { lighthouseMarks } from './cases/lighthouse.ts'
import { listSubjects } from './cases/list-subjects.ts'
import { me } from './cases/me.ts'
import { realForms } from './cases/real-forms.ts'
import { startUp } from './cases/start-up.ts'
import { updateForm } from './cases/update-form.ts'
import { upload } from './cases/upload.ts'
import { webApp } from './cases/web-app.ts'
import { type Finding, type Row, rowsOf, tableOf } from './report/report.ts'
import { keepPart, keepResults } from './report/results.ts'
import { type CallCase, type TurnPlan, takeTurns } from './report/turns.ts'

type OwnCase = { name: string; run: (bed: Bed, plan: TurnPlan) => Promise<Finding[]> }

const callCases = [me, getForm, getSubject, ...listSubjects, updateForm, addActivity]
const ownCases: OwnCase[] = [fanOut, herd, hostileNeighbour, upload, startUp, realForms, webApp, lighthouseMarks]
const names = [...callCases, ...ownCases].map(({ name }) => name)

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    without: { type: 'string' },
    seconds: { type: 'string', default: '1' },
    turns: { type: 'string', default: '3' },
    connections: { type: 'string', default: '1,50' },
    // Writes what --only selects into results.md, as a part of its own.
    keep: { type: 'boolean', default: false },
    // Where the server writes a CPU profile, which Chromium's tools can open. It slows the server down.
    profile: { type: 'string' },
  },
})
const wanted = values.only?.split(',')
const unwanted = values.without?.split(',') ?? []
/** The full name, or a common prefix of several. */
const isNamed = (name: string) => (part: string) => name === part || (!names.includes(part) && name.startsWith(part))
const isWanted = ({ name }: { name: string }) =>
  (!wanted || wanted.some(isNamed(name))) && !unwanted.some(isNamed(name))
if (!names.some((name) => isWanted({ name }))) throw new Error(`No such case. There are: ${names.join(', ')}`)
const plan = {
  seconds: Number(values.seconds),
  turns: Number(values.turns),
  connections: values.connections.split(',').map(Number),
}

const bed = await makeBed(values.profile)
process.once('SIGINT', () => void bed.stop().then(() => process.exit(130)))
const rows: Row[] = []
const findings: Finding[] = []
const failed: string[] = []
try {
  for (const one of callCases.filter(isWanted)) await tried(one, async () => rows.push(...(await measureCalls(one))))
  for (const one of ownCases.filter(isWanted)) await tried(one, async () => findings.push(...(await measureOwn(one))))
} finally {
  await bed.stop()
}
if (rows.length > 0) console.log(`\n${tableOf(rows)}`)
const results = { rows, findings, failed, unwanted }
if (!wanted) await keepResults(results, plan)
else if (values.keep) await keepPart(wanted.join(', '), results, plan)
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`)
  process.exitCode = 1
}

/** A case that fails costs no other its measurement. */
async function tried({ name }: { name: string }, measuring: () => Promise<unknown>): Promise<void> {
  await measuring().catch((error: unknown) => {
    failed.push(name)
    console.error(`${name} failed:`, error)
  })
}

async function measureCalls(one: CallCase): Promise<Row[]> {
  const added = rowsOf(one.name, await takeTurns(bed, one, plan))
  for (const { name, casebook, other, ratio, cpuRatio, cost, client, memory } of added) {
    console.log(
      `${name}\n  ${casebook}  against  ${other}\n  ${ratio}, by CPU ${cpuRatio}   CPU ${cost} ms, client ${client} ms   peak ${memory} MB`,
    )
  }
  return added
}

async function measureOwn(one: OwnCase): Promise<Finding[]> {
  const found = await one.run(bed, plan)
  for (const { name, measured, goal } of found) console.log(`${name}: ${measured}${goal && ` (goal: ${goal})`}`)
  return found
}
