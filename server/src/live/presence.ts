import { compareNames } from '@casebook/domain/shared/names/names.ts'

/** A form of a subject, whether it is saved or not. */
export type FormPlace = {
  siteid: string
  studyid: string
  subjectid: string
  formtypeid: string
  /** Null for a form without a visit. */
  visitid: string | null
  /** Null for the only one, or for the next one. */
  occurrence: number | null
}

/** Somebody who has a form open. */
type Reader = { personid: string; name: string }

type Readers = { place: FormPlace; readers: readonly Reader[] }

/** What a server process tells the others: that it is there, that it has begun, or who has a form open at it. */
type Message = { from: string; isNew?: boolean } & Partial<Readers>

type Deps = {
  /** This process, among all of them. */
  from: string
  /** Sends messages to every process, this one included. */
  send: (messages: readonly string[]) => Promise<unknown>
  /** Called when others open or leave a form. */
  tell: (place: FormPlace) => void
  now?: () => number
}

/** How often a process says that it is there. One that was silent for three times as long is taken for gone. */
export const aliveEverySeconds = 20
const goneAfterMs = 3 * aliveEverySeconds * 1000
/** Of one form. */
const mostTold = 20
/** A notification of PostgreSQL has less than 8,000 bytes. */
const mostBytes = 7_900
/** Changes within this time are told together. */
const togetherMs = 30

/** Undefined for what no server of this release says. */
function readMessage(text: string): Message | undefined {
  try {
    const message: Message = JSON.parse(text)
    return typeof message.from === 'string' ? message : undefined
  } catch {
    return undefined
  }
}

function keyOf({ subjectid, formtypeid, visitid, occurrence }: FormPlace): string {
  return JSON.stringify([subjectid, formtypeid, visitid, occurrence])
}

/**
 * Who has which form open now, at any process. It is nowhere stored: a process knows its own subscribers, and the others
 * tell theirs.
 */
export function createPresence({ from, send, tell, now = Date.now }: Deps) {
  const own = new Map<string, { place: FormPlace; readers: Set<Reader> }>()
  const others = new Map<string, { heardAt: number; forms: Map<string, Readers> }>()
  let changed = new Map<string, FormPlace>()
  let timer: NodeJS.Timeout | undefined
  let isMissed = false

  /** What could not be said is said again with the next sign of life. */
  function say(messages: readonly string[]) {
    send(messages).catch(() => {
      isMissed = true
    })
  }

  function messageOf(place: FormPlace): string {
    const readers = [...(own.get(keyOf(place))?.readers ?? [])].slice(0, mostTold)
    const text = () => JSON.stringify({ from, place, readers } satisfies Message)
    while (readers.length > 1 && Buffer.byteLength(text()) > mostBytes) readers.pop()
    return text()
  }

  function sendChanged() {
    timer = undefined
    const places = [...changed.values()]
    changed = new Map()
    say(places.map(messageOf))
  }

  function announce(place: FormPlace) {
    changed.set(keyOf(place), place)
    timer ??= setTimeout(sendChanged, togetherMs).unref()
    tell(place)
  }

  function sayAll(isNew: boolean) {
    say([JSON.stringify({ from, isNew } satisfies Message), ...[...own.values()].map(({ place }) => messageOf(place))])
  }

  /** All that a process has follows: what it does not name was left meanwhile. */
  function forgetForms({ forms }: { forms: Map<string, Readers> }) {
    const before = [...forms.values()]
    forms.clear()
    for (const { place } of before) tell(place)
  }

  return {
    /** Somebody opens a form. Returns what is called once, when they leave it. */
    enter(place: FormPlace, { personid, name }: Reader): () => void {
      const key = keyOf(place)
      const reader = { personid, name }
      const form = own.get(key) ?? { place, readers: new Set() }
      own.set(key, form)
      form.readers.add(reader)
      announce(place)
      return () => {
        if (!form.readers.delete(reader)) return
        if (form.readers.size === 0) own.delete(key)
        announce(place)
      }
    },
    /** The names of the others who have a form open, sorted, each person once. */
    others(place: FormPlace, personid: string): string[] {
      const key = keyOf(place)
      const elsewhere = [...others.values()].flatMap(({ forms }) => forms.get(key)?.readers ?? [])
      const all = [...(own.get(key)?.readers ?? []), ...elsewhere]
      const names = new Map(all.map((reader) => [reader.personid, reader.name]))
      names.delete(personid)
      return [...names.values()].sort(compareNames)
    },
    receive(text: string) {
      const message = readMessage(text)
      if (!message || message.from === from) return
      const process = others.get(message.from) ?? { heardAt: 0, forms: new Map<string, Readers>() }
      process.heardAt = now()
      others.set(message.from, process)
      if (message.isNew !== undefined) forgetForms(process)
      if (message.isNew) sayAll(false)
      const { place, readers } = message
      if (!place || !readers) return
      if (readers.length === 0) process.forms.delete(keyOf(place))
      else process.forms.set(keyOf(place), { place, readers })
      tell(place)
    },
    /** Says who is here, and asks the others: at the start, and when messages may have been missed. */
    begin: () => sayAll(true),
    /** Says that this process is there, and forgets those that are gone. */
    stayAlive() {
      if (isMissed) {
        isMissed = false
        sayAll(false)
      } else say([JSON.stringify({ from } satisfies Message)])
      for (const [process, { heardAt, forms }] of others) {
        if (now() - heardAt <= goneAfterMs) continue
        others.delete(process)
        for (const { place } of forms.values()) tell(place)
      }
    },
    stop() {
      clearTimeout(timer)
    },
  }
}

export type Presence = ReturnType<typeof createPresence>
