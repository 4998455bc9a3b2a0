// node hammer.mjs ORIGIN: calls the address, four at a time, until it is sent SIGTERM. Prints how many answers were bad.
import { setTimeout as wait } from 'node:timers/promises'

const origin = process.argv[2] ?? ''
const counts = { calls: 0, bad: 0 }
const first = new Set()
let isOver = false
process.on('SIGTERM', () => {
  isOver = true
})

async function call(path, init) {
  counts.calls += 1
  const why = await fetch(`${origin}${path}`, init).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status < 500 ? undefined : String(answer.status)
    },
    (error) => String(error.cause?.code ?? error),
  )
  if (!why) return
  counts.bad += 1
  first.add(`${path}: ${why}`)
}

const question = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ me { sub } }"}' }
async function hammer() {
  while (!isOver) {
    await call('/')
    await call('/auth/session')
    await call('/graphql', question)
    await wait(5)
  }
}

await Promise.all([hammer(), hammer(), hammer(), hammer()])
console.log(JSON.stringify({ ...counts, first: [...first].slice(0, 10) }))
