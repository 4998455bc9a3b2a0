// Loaded into a server before anything else: its clock is as many milliseconds off as CLOCK_FILE says, from one moment to the next.
import { readFileSync } from 'node:fs'

const file = process.env.CLOCK_FILE ?? ''
let shift = 0
setInterval(() => {
  shift = Number(readFileSync(file, 'utf8')) || 0
}, 50).unref()

const now = Date.now
Date.now = () => now() + shift
globalThis.Date = new Proxy(Date, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now() + shift] : given, made),
  apply: (target) => new target(now() + shift).toString(),
})
