/** Answers a text of hexadecimal digits, the same for the same text, from which nobody without the key learns the text. */
export type KeyedHash = (text: string) => string

const kinds = { subject: 's', device: 'd', person: 'p', file: 'f' } as const

const mostDays = 730
const secondsPerDay = 86_400

/** The codes and the shifts of a de-identified export. */
export class Pseudonyms {
  readonly #hash: KeyedHash
  readonly #known = new Map<string, string>()
  readonly #shifts = new Map<string, number>()

  constructor(hash: KeyedHash) {
    this.#hash = hash
  }

  /** The code of an id or a name. Codes of subjects have the order of the hashes. */
  codeOf(kind: keyof typeof kinds, text: string): string {
    const name = `${kind}:${text}`
    return remember(this.#known, name, () => kinds[kind] + this.#hash(name).slice(0, 16))
  }

  /** Seconds to add to every time of a subject: whole days, one day to two years back. */
  shiftOf(subjectid: string): number {
    return remember(this.#shifts, subjectid, () => {
      const days = (Number.parseInt(this.#hash(`shift:${subjectid}`).slice(0, 8), 16) % mostDays) + 1
      return -days * secondsPerDay
    })
  }
}

/** Rows of a subject follow one another, so that a small memory is enough. */
const mostKnown = 5_000

function remember<T>(known: Map<string, T>, name: string, make: () => T): T {
  const found = known.get(name)
  if (found !== undefined) return found
  if (known.size >= mostKnown) known.clear()
  const made = make()
  known.set(name, made)
  return made
}

/** In the characters of a device id. */
export function deviceCode(pseudonyms: Pseudonyms, deviceid: string): string {
  return pseudonyms.codeOf('device', deviceid).toUpperCase()
}

/** The instant so many seconds later, in the format of the export. */
export function shiftedInstant(at: string, seconds: number): string {
  return new Date(Date.parse(at) + seconds * 1000).toISOString()
}
