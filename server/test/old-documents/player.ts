import { parseFormFields } from '@casebook/domain/reference-data/reference-data.rules.ts'
import type { Casebook, Person } from '../beds/casebook.ts'
import { openLive, until, type Watched } from '../beds/live.ts'
import { addPerson } from '../beds/people.ts'

export type Caller = 'admin' | 'coordinator' | 'nurse' | 'elsewhere' | 'patient' | 'guest'

/** One act of the recording. Documents are named by the root field that they call. */
export type Step =
  /** A call and its answer. `isRepeated`: until it is answered so, because the server works meanwhile. */
  | { by: Caller; call: string; variables: object; answer: string; isRepeated?: true }
  /** A file is sent to where the last answer of this call says. */
  | { upload: string; bytes: string; answer: string }
  /** A subscription begins. All that it was told, or the code of its refusal, is compared at the end. */
  | { by: Caller; watch: string; variables: object; answer: string }

export type Recording = { documents: Record<string, string>; steps: Step[] }

/** Sends what a recording says, and returns answers as text in which everything has its placeholder that differs each time. */
export async function makePlayer(casebook: Casebook, documents: Record<string, string>) {
  const everything = ['admin', 'hp', 'study:admin', 'subject:admin'] as const
  const at = (...sites: string[]) => ({ sites })
  const people: Record<Caller, Person> = {
    admin: await addPerson(casebook, 'Ingrid', { groups: everything }),
    coordinator: await addPerson(casebook, 'Astrid', {
      groups: ['hp', 'study:admin', 'subject:admin'],
      ...at('oslo'),
    }),
    nurse: await addPerson(casebook, 'Kari', { groups: ['hp'], ...at('oslo') }),
    elsewhere: await addPerson(casebook, 'Olav', { groups: everything, ...at('bergen') }),
    patient: await addPerson(casebook, 'Pål', { groups: ['patient'], ...at('oslo') }),
    guest: casebook.guest(),
  }
  /** The objects of the newest answers, by the root field: where to upload to. */
  const answered = new Map<string, unknown>()
  const sockets = new Map<Caller, ReturnType<typeof openLive>>()
  const places = new Map<string, string>()
  const ids = new Map<string, string>()

  function placeOf(id: string): string {
    const known = places.get(id)
    if (known) return known
    const place = `«${places.size + 1}»`
    places.set(id, place)
    ids.set(place, id)
    return place
  }

  function comparable(text: string): string {
    return text
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, placeOf)
      .replace(/20\d\d-\d\d-\d\dT[\d:.]+Z/g, '«time»')
      .replace(/"(objectUrl|downloadUrl|getExportLink)":"[^"]+"/g, '"$1":"«url»"')
      .replace(/"fields":"\{([^"]*)\}"/g, (_, fields: string) => `"fields":"${fields.replace(/=[^,]*/g, '')}"`)
      .replace(/("done":)\d+,"total":\d+,"sha256":"[\da-f]{64}"/g, '$1"«bytes»"')
  }

  /** A placeholder that no answer had yet stands for a new id, which the caller makes. */
  function givenFor(variables: object): object {
    const text = JSON.stringify(variables).replace(/«\d+»/g, (place) => {
      const id = ids.get(place) ?? crypto.randomUUID()
      placeOf(id)
      return id
    })
    return JSON.parse(text)
  }

  async function call(by: Caller, name: string, variables: object): Promise<string> {
    const given = JSON.stringify({ query: documents[name], variables: await withCode(givenFor(variables), casebook) })
    const { status, body } = await people[by].browser.fetch(`${casebook.origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: given,
    })
    const { data } = JSON.parse(body)
    if (data?.[name]) answered.set(name, data[name])
    return comparable(`${status} ${body}`)
  }

  async function upload(name: string, bytes: string): Promise<string> {
    const place = whereTo(answered.get(name))
    const form = new FormData()
    for (const [key, value] of parseFormFields(place.fields)) form.append(key, value)
    form.append('file', new Blob([bytes]), 'a.csv')
    return String((await fetch(place.objectUrl, { method: 'POST', body: form })).status)
  }

  async function watch(by: Caller, name: string, variables: object): Promise<Watched> {
    const live = sockets.get(by) ?? openLive(people[by])
    sockets.set(by, live)
    const before = acknowledged(live.frames)
    const watched = live.watch(name, { ...givenFor(variables) }, documents[name])
    await until(
      `${name} is answered`,
      () => acknowledged(live.frames) > before || watched.codes.length > 0 || watched.state.ended !== undefined,
    )
    return watched
  }

  const told = ({ changes, codes }: Watched) => comparable(JSON.stringify({ changes, codes }))
  const stop = () => Promise.all([...sockets.values()].map((live) => live.close()))
  return { call, upload, watch, told, givenFor, stop }
}

const acknowledged = (frames: readonly unknown[]) => JSON.stringify(frames).split('subscribed').length

/** «code» stands for the newest code that was sent by email. */
async function withCode(variables: object, casebook: Casebook): Promise<object> {
  const text = JSON.stringify(variables)
  if (!text.includes('«code»')) return variables
  const { body } = await casebook.guest().browser.visit(`${casebook.origin}/dev/mail`)
  return JSON.parse(text.replace('«code»', /verification code is (\d+)/.exec(body)?.[1] ?? ''))
}

function whereTo(answered: unknown): { objectUrl: string; fields: string } {
  const { versions, objectUrl, fields }: { versions?: unknown[]; objectUrl?: unknown; fields?: unknown } =
    Object(answered)
  if (versions) return whereTo(versions.at(-1))
  return { objectUrl: String(objectUrl), fields: String(fields) }
}
