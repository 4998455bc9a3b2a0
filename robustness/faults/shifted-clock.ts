// Preloaded into a server: its clock is shifted by the milliseconds in CLOCK_FILE, which may change at any moment.
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
