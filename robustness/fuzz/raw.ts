import { connect } from 'node:net'

export type RawAnswer = { text: string; status: number | undefined; milliseconds: number }

type Options = {
  /** Close the connection right after sending. */
  hangUp?: boolean
  timeoutMs?: number
}

/** Sends bytes to a server unchanged and reads until it closes, pauses after an answer, or the timeout ends. */
export function sendRaw(
  origin: string,
  bytes: string | Uint8Array,
  { hangUp = false, timeoutMs = 3_000 }: Options = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin)
  const began = performance.now()
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) })
    const parts: Buffer[] = []
    let answeredAt = 0
    let quiet: NodeJS.Timeout | undefined
    const end = () => {
      clearTimeout(quiet)
      clearTimeout(timer)
      socket.destroy()
      const text = Buffer.concat(parts).toString('latin1')
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1]
      const milliseconds = (answeredAt || performance.now()) - began
      resolve({ text, status: status === undefined ? undefined : Number(status), milliseconds })
    }
    const timer = setTimeout(end, timeoutMs)
    socket.on('connect', () => {
      socket.write(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
      if (hangUp) socket.end(() => setTimeout(end, 20))
    })
    socket.on('data', (part) => {
      parts.push(Buffer.from(part))
      answeredAt ||= performance.now()
      clearTimeout(quiet)
      quiet = setTimeout(end, 60)
    })
    socket.on('close', end)
    socket.on('error', end)
  })
}
