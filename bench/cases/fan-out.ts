import { setTimeout as wait } from 'node:timers/promises'
import type { Bed } from '../beds/bed.ts'
import { countdown, openLists } from '../beds/live-lists.ts'
import { readLoop } from '../beds/loop.ts'
import { addReaders } from '../beds/readers.ts'
import { readResidentMemory } from '../beds/usage.ts'
import { type Finding, spread } from '../report/report.ts'

const sockets = 1_000
const rounds = 15

/** A change that a thousand open lists are notified of. */
export const fanOut = {
  name: 'fan-out',
  async run(bed: Bed): Promise<Finding[]> {
    const readers = await addReaders(bed, 25)
    const before = (await readResidentMemory(bed.casebook.pid)) ?? Number.NaN
    const lists = await openLists(bed, bed.studies.thousand, readers, sockets)
    await wait(1_000)
    const after = (await readResidentMemory(bed.casebook.pid)) ?? Number.NaN
    const last: number[] = []
    const blocked: number[] = []
    try {
      for (let round = -3; round < rounds; round++) {
        const { each, done } = countdown(sockets)
        await readLoop(bed)
        const began = await lists.change(each)
        await done
        const took = performance.now() - began
        const loop = await readLoop(bed)
        if (round >= 0) {
          last.push(took)
          blocked.push(loop)
        }
        await wait(100)
      }
    } finally {
      lists.close()
    }
    const kilobytes = ((after - before) * 1024) / sockets
    return [
      {
        name: `fan-out to ${sockets} sockets, from the change to the last notification`,
        measured: `${spread(last, 0)} ms`,
        goal: 'under 60 ms',
      },
      { name: 'longest block of the event loop meanwhile', measured: `${spread(blocked, 0)} ms`, goal: 'under 50 ms' },
      { name: 'memory per socket with one subscription', measured: `${kilobytes.toFixed(0)} kB`, goal: '' },
    ]
  },
}
