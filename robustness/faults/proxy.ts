import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/**
 * `open`: passes bytes on. `closed`: closes new connections at once. `brittle`: every new connection breaks after some
 * bytes.
 */
export type Mode = 'open' | 'closed' | 'brittle'

export type Proxy = {
  port: number
  setMode: (mode: Mode) => void
  /** Breaks every open connection. */
  cutAll: () => void
  /** Freezes every open connection without closing it; later ones work. */
  deafenAll: () => void
  stop: () => Promise<void>
}

/** A proxy between two parts on this machine. `random` determines after how many bytes brittle connections break. */
export async function startProxy(target: NetConnectOpts, random: { below: (bound: number) => number }): Promise<Proxy> {
  let mode: Mode = 'open'
  const pairs = new Set<{ near: Socket; far: Socket; isDeaf: boolean }>()
  const server = createServer((near) => {
    if (mode === 'closed') return near.destroy()
    const far = connect(target)
    const pair = { near, far, isDeaf: false }
    pairs.add(pair)
    const end = () => {
      // A frozen connection does not see the other side's end either.
      if (pair.isDeaf) return
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    let left = mode === 'brittle' ? 200 + random.below(40_000) : Number.POSITIVE_INFINITY
    const carry = (from: Socket, to: Socket) => {
      from.on('data', (part) => {
        if (pair.isDeaf) return
        const bytes = Buffer.from(part)
        to.write(bytes.subarray(0, Math.max(0, left)))
        left -= bytes.length
        if (left <= 0) end()
      })
      from.on('close', end)
      from.on('error', end)
    }
    carry(near, far)
    carry(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const cutAll = () => {
    for (const pair of pairs) {
      pairs.delete(pair)
      pair.near.destroy()
      pair.far.destroy()
    }
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    setMode(next) {
      mode = next
    },
    cutAll,
    deafenAll() {
      for (const pair of pairs) pair.isDeaf = true
    },
    async stop() {
      cutAll()
      server.close()
      await once(server, 'close')
    },
  }
}
