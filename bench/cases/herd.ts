import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Bed } from '../beds/bed.ts'
import { countdown, openLists } from '../beds/live-lists.ts'
import { readLoop } from '../beds/loop.ts'
import { addReaders } from '../beds/readers.ts'
import { forgetPeak, readPeakMemory } from '../beds/usage.ts'
import { type Finding, spread } from '../report/report.ts'

const readersAtOnce = 500
const rounds = 7
const operations = readFileSync(new URL('../../web/src/subjects/subjects.operations.graphql', import.meta.url), 'utf8')
const query = /query Subjects\b.*?\n}\n/s.exec(operations)?.[0] ?? ''

/** Five hundred open lists of a thousand subjects that all refresh when one of the subjects changes. */
export const herd = {
  name: 'herd',
  async run(bed: Bed): Promise<Finding[]> {
    const { casebook, studies } = bed
    const readers = await addReaders(bed, 25)
    const lists = await openLists(bed, studies.thousand, readers, readersAtOnce)
    const agent = new Agent({ keepAlive: true, maxSockets: readersAtOnce })
    const body = JSON.stringify({ query, variables: { studyid: studies.thousand.studyid } })
    const times: number[] = []
    const blocked: number[] = []
    try {
      for (let round = -1; round < rounds; round++) {
        const { each: read, done } = countdown(readersAtOnce)
        let at = 0
        const readAgain = () => {
          const headers = {
            ...readers[at++ % readers.length],
            'casebook-background': 'true',
            accept: 'application/json',
          }
          const call = request(`${casebook.origin}/graphql`, { method: 'POST', agent, headers }, (answer) => {
            if (answer.statusCode !== 200) throw new Error(`a list was answered ${answer.statusCode}`)
            answer.on('data', () => undefined).on('end', read)
          })
          call.end(body)
        }
        await readLoop(bed)
        await forgetPeak(casebook.pid)
        const began = await lists.change(readAgain)
        await done
        const took = performance.now() - began
        const loop = await readLoop(bed)
        if (round >= 0) {
          times.push(took)
          blocked.push(loop)
        }
        await wait(300)
      }
    } finally {
      lists.close()
      agent.destroy()
    }
    return [
      {
        name: `thundering herd: ${readersAtOnce} lists of 1,000 subjects read again after a change`,
        measured: `${spread(times, 0)} ms`,
        goal: 'under 2,000 ms',
      },
      { name: 'longest block of the event loop meanwhile', measured: `${spread(blocked, 0)} ms`, goal: 'under 50 ms' },
      {
        name: 'peak memory of the server meanwhile',
        measured: `${((await readPeakMemory(casebook.pid)) ?? Number.NaN).toFixed(0)} MB`,
        goal: '',
      },
    ]
  },
}
