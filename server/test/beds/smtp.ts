import { createServer } from 'node:net'

/** An SMTP server that stores what it receives, or responds to RCPT with `refusal`. With `isSilent` it accepts connections only. */
export async function startSmtp() {
  const messages: { to: string; data: string }[] = []
  const state: { refusal: string | undefined; isSilent: boolean } = { refusal: undefined, isSilent: false }
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (state.isSilent) return
    let to = ''
    let data: string[] | undefined
    let rest = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 test ESMTP')
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (data) {
          if (line !== '.') data.push(line)
          else {
            messages.push({ to, data: data.join('\n') })
            data = undefined
            say('250 kept')
          }
        } else if (line.startsWith('RCPT')) {
          to = line.slice('RCPT TO:'.length)
          say(state.refusal ?? '250 ok')
        } else if (line === 'DATA') {
          data = []
          say('354 go on')
        } else if (line === 'QUIT') {
          say('221 bye')
          socket.end()
        } else say('250 ok')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    state,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
