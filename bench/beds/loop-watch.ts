// Preloaded into a server (NODE_OPTIONS=--import): at SIGUSR2 it prints the longest time the event loop was blocked since
// the previous signal.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 2 })
delay.enable()
process.on('SIGUSR2', () => {
  console.log(`event loop blocked for ${(delay.max / 1e6).toFixed(1)} ms at most`)
  delay.reset()
})
