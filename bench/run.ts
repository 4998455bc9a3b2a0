// npm run bench -- [--only CASE[,CASE]] [--seconds N] [--turns N] [--connections 1,10,50]
import { parseArgs } from 'node:util'
import { makeBed } from './bed.ts'
import { addActivity } from './cases/add-activity.ts'
import { getForm } from './cases/get-form.ts'
import { getSubject } from './cases/get-subject.ts'
import { listSubjects } from './cases/list-subjects.ts'
import { me } from './cases/me.ts'
import { updateForm } from './cases/update-form.ts'
import { type Row, rowsOf, tableOf } from './report.ts'
import { keepResults } from './results.ts'
import { takeTurns } from './turns.ts'

const cases = [me, getForm, getSubject, ...listSubjects, updateForm, addActivity]

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    turns: { type: 'string', default: '5' },
    connections: { type: 'string', default: '1,10,50' },
  },
})
const wanted = values.only?.split(',')
const isNamed = (name: string) => cases.some((one) => one.name === name)
const chosen = cases.filter(
  ({ name }) => !wanted || wanted.some((part) => name === part || (!isNamed(part) && name.startsWith(part))),
)
if (chosen.length === 0) throw new Error(`No such case. There are: ${cases.map(({ name }) => name).join(', ')}`)
const plan = {
  seconds: Number(values.seconds),
  turns: Number(values.turns),
  connections: values.connections.split(',').map(Number),
}

const bed = await makeBed()
process.once('SIGINT', () => void bed.stop().then(() => process.exit(130)))
const rows: Row[] = []
try {
  for (const one of chosen) {
    const added = rowsOf(one.name, await takeTurns(bed, one, plan))
    rows.push(...added)
    for (const row of added) {
      console.log(
        `${row.name}\n  ${row.casebook}  against  ${row.baseline}\n  ${row.ratio}, by CPU ${row.cpuRatio}   CPU ${row.cost} ms   peak ${row.memory} MB`,
      )
    }
  }
} finally {
  await bed.stop()
}
console.log(`\n${tableOf(rows)}`)
if (!wanted) await keepResults(rows, plan)
