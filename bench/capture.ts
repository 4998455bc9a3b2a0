// Preloaded into a server: appends every statement that it sends to CAPTURE_FILE, one JSON text per line.
import { appendFileSync } from 'node:fs'
import pg from 'pg'

const file = process.env.CAPTURE_FILE
const send = pg.Client.prototype.query

function capture(asked: unknown, values: unknown) {
  const isConfig = typeof asked === 'object' && asked !== null
  const text = isConfig && 'text' in asked ? asked.text : asked
  const given = isConfig && 'values' in asked ? asked.values : values
  if (file && typeof text === 'string')
    appendFileSync(file, `${JSON.stringify({ text, values: Array.isArray(given) ? given : [] })}\n`)
}

pg.Client.prototype.query = new Proxy(send, {
  apply(target, self, given) {
    capture(given[0], given[1])
    return Reflect.apply(target, self, given)
  },
})
