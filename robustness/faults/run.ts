// npm run test:faults -- [--quick] [--seed N] [--rounds N] [--only NAME] [--report FILE]
import { parseArgs } from 'node:util'
import { finish } from '../checks.ts'
import { jumpClock } from './clock.ts'
import { breakConnections } from './connections.ts'
import { fillDisk } from './disk-full.ts'
import { killUnderLoad } from './kills.ts'
import { breakStore, cutUploads } from './store.ts'
import { watchWebApp } from './web-app.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    rounds: { type: 'string' },
    only: { type: 'string' },
    report: { type: 'string' },
  },
})
const { quick, only } = values
const seed = Number(values.seed)
console.log(`seed ${seed}`)

const parts: Record<string, () => Promise<void>> = {
  kills: () => killUnderLoad(Number(values.rounds ?? (quick ? 4 : 20)), quick ? 0 : 10, seed),
  connections: () => breakConnections(quick ? 3 : 20, seed),
  uploads: () => cutUploads(quick ? 5 : 50, seed),
  ...(!quick && { store: breakStore, clock: jumpClock, disk: fillDisk, web: watchWebApp }),
}
const wanted = only?.split(',') ?? Object.keys(parts)
for (const [name, run] of Object.entries(parts)) if (wanted.includes(name)) await run()
await finish(values.report)
