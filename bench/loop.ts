import type { Bed } from './bed.ts'

/** For how long the server's event loop was blocked at most since the last time asked, in milliseconds. */
export async function readLoop({ casebook }: Bed): Promise<number> {
  const line = casebook.nextLine(/event loop blocked for ([\d.]+) ms/)
  casebook.signal('SIGUSR2')
  return Number(await line)
}
