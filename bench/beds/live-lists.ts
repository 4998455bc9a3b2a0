import { once } from 'node:events'
import WebSocket from 'ws'
import type { Bed, Study } from './bed.ts'
import { ask } from './servers.ts'

const subscription =
  'subscription OnSubjectsUpdates($studyid: ID!) { onSubjectsUpdates(studyid: $studyid) { action id } }'
const rename = 'mutation ($input: UpdateSubjectInput!) { updateSubject(input: $input) { version } }'

/** Open lists of one study's subjects, each with its own socket. */
export type LiveLists = {
  /**
   * Changes a subject of the study and calls `each` when a list is notified. Returns the time at which the call was
   * sent.
   */
  change: (each: () => void) => Promise<number>
  close: () => void
}

export async function openLists(
  bed: Bed,
  study: Study,
  readers: readonly Record<string, string>[],
  count: number,
): Promise<LiveLists> {
  const { casebook } = bed
  const sockets: WebSocket[] = []
  let heard: () => void = () => undefined
  for (let at = 0; at < count; at++) {
    const headers = readers[at % readers.length] ?? {}
    const socket = new WebSocket(`${casebook.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { cookie: headers.cookie ?? '', origin: headers.origin ?? '' },
      perMessageDeflate: false,
    })
    await once(socket, 'open')
    socket.send('{"type":"connection_init"}')
    await once(socket, 'message')
    socket.send(
      JSON.stringify({
        id: 'a',
        type: 'subscribe',
        payload: { query: subscription, variables: { studyid: study.studyid } },
      }),
    )
    socket.on('message', (data) => {
      const text = data.toString()
      if (text.includes('"next"')) heard()
      else if (text.includes('"ping"')) socket.send('{"type":"pong"}')
    })
    sockets.push(socket)
  }
  let changes = 0
  return {
    async change(each) {
      heard = each
      const subjectid = study.subjectids[changes % study.subjectids.length]
      const input = {
        siteid: 'bench',
        studyid: study.studyid,
        subjectid,
        identifier: `S-changed-${Date.now()}-${changes++}`,
      }
      const began = performance.now()
      await ask(casebook, JSON.stringify({ query: rename, variables: { input } }))
      return began
    },
    close() {
      for (const socket of sockets) socket.terminate()
    },
  }
}

/** Resolves after this many calls. */
export function countdown(count: number): { each: () => void; done: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = count
  const each = () => {
    left--
    if (left === 0) resolve()
  }
  return { each, done: promise }
}
