import type { Bed } from './bed.ts'

/** The longest time in milliseconds the server's event loop was blocked since the previous call. */
export async function readLoop({ casebook }: Bed): Promise<number> {
  const line = casebook.nextLine(/event loop blocked for ([\d.]+) ms/)
  casebook.signal('SIGUSR2')
  return Number(await line)
}
