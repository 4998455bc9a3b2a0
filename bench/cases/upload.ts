import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Bed } from '../beds/bed.ts'
import { ask } from '../beds/servers.ts'
import { forgetPeak, readPeakMemory, readResidentMemory } from '../beds/usage.ts'
import { type Finding, middle, spread } from '../report/report.ts'

const size = 150_000_000
const chunk = Buffer.alloc(64 * 1024, 'time,x,y,z\n0.01,0.98,-0.02,0.11\n')
const turns = 5
const atOnce = 10

const add =
  'mutation ($subjectid: ID!, $input: ReferenceDataInput!) { addReferenceData(subjectid: $subjectid, input: $input) { objectUrl fields } }'

/** A file of 150 MB, compared with a server that only writes the bytes to the same disk and syncs it. */
export const upload = {
  name: 'upload',
  async run(bed: Bed): Promise<Finding[]> {
    // Runs first, while the process has not grown from anything else.
    const forms = await Promise.all(Array.from({ length: atOnce }, (_, at) => formOf(bed, 20 + at)))
    await forgetPeak(bed.casebook.pid)
    const before = (await readResidentMemory(bed.casebook.pid)) ?? Number.NaN
    await Promise.all(forms.map(sendFile))
    const extra = ((await readPeakMemory(bed.casebook.pid)) ?? Number.NaN) - before

    const bare = await startBareStream(bed)
    const [ours, theirs]: [number[], number[]] = [[], []]
    for (let turn = -1; turn < turns; turn++) {
      const our = await sendFile(await formOf(bed, turn + 1))
      const their = await sendFile({ url: bare.url, head: '', tail: '', type: 'application/octet-stream' })
      if (turn < 0) continue
      ours.push(our)
      theirs.push(their)
    }
    await bare.stop()
    const ratios = ours.map((rate, at) => rate / (theirs[at] ?? Number.NaN))
    return [
      {
        name: 'upload of 150 MB',
        measured: `${spread(ours, 0)} MB/s against ${middle(theirs).toFixed(0)} MB/s of a bare stream to disk: ${spread(ratios, 2)}`,
        goal: '0.70 of it',
      },
      { name: `extra memory for ${atOnce} uploads at once`, measured: `${extra.toFixed(0)} MB`, goal: 'under 60 MB' },
    ]
  },
}

type Form = { url: string; head: string; tail: string; type: string }

/** The parts that a browser sends around the file. */
async function formOf({ casebook, studies: { tenThousand } }: Bed, at: number): Promise<Form> {
  const { studyid, subjectids, activitytypeids } = tenThousand
  const input = { activitytypeid: activitytypeids[0], filename: `arm-${at}.csv`, siteid: 'bench', studyid }
  const answer = await ask(casebook, JSON.stringify({ query: add, variables: { subjectid: subjectids[at], input } }))
  const { objectUrl, fields } = readAnswer(answer)
  const boundary = 'bench-boundary'
  const parts = fields
    .slice(1, -1)
    .split(',')
    .map((pair) => {
      const equals = pair.indexOf('=')
      return `--${boundary}\r\nContent-Disposition: form-data; name="${pair.slice(0, equals)}"\r\n\r\n${pair.slice(equals + 1)}\r\n`
    })
  const head = `${parts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="arm.csv"\r\nContent-Type: text/csv\r\n\r\n`
  return { url: objectUrl, head, tail: `\r\n--${boundary}--\r\n`, type: `multipart/form-data; boundary=${boundary}` }
}

function readAnswer(answer: unknown): { objectUrl: string; fields: string } {
  const text = JSON.stringify(answer)
  const found = JSON.parse(text).data?.addReferenceData
  if (!found) throw new Error(`no upload was allowed: ${text}`)
  return found
}

/** Returns megabytes per second. */
async function sendFile({ url, head, tail, type }: Form): Promise<number> {
  const began = performance.now()
  const length = Buffer.byteLength(head) + size + Buffer.byteLength(tail)
  const call = request(url, { method: 'POST', headers: { 'content-type': type, 'content-length': length } })
  const answered = once(call, 'response')
  call.write(head)
  for (let sent = 0; sent < size; sent += chunk.length) {
    const isRoom = call.write(size - sent < chunk.length ? chunk.subarray(0, size - sent) : chunk)
    if (!isRoom) await once(call, 'drain')
  }
  call.end(tail)
  const [answer] = await answered
  answer.resume()
  if (answer.statusCode !== 200) throw new Error(`an upload was answered ${answer.statusCode}`)
  return size / 1e6 / ((performance.now() - began) / 1000)
}

async function startBareStream({ dataDir }: Bed) {
  const path = join(dataDir, 'bare')
  const server = createServer(async (incoming, answer) => {
    await pipeline(incoming, createWriteStream(path))
    const file = await open(path)
    await file.sync()
    await file.close()
    answer.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const stop = async () => {
    server.close()
    await rm(path, { force: true })
  }
  return { url: `http://127.0.0.1:${port}/`, stop }
}
