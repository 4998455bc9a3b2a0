// Loaded into a server before anything else (NODE_OPTIONS=--import): at SIGUSR2 it prints for how long the event loop was
// blocked at most since the last time, and begins anew.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 2 })
delay.enable()
process.on('SIGUSR2', () => {
  console.log(`event loop blocked for ${(delay.max / 1e6).toFixed(1)} ms at most`)
  delay.reset()
})
