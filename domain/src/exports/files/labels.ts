import { UniqueNames } from '../unique-names.ts'

/** Letters that Unicode does not decompose into a base letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = { ø: 'o', æ: 'ae', đ: 'd', ß: 'ss', ł: 'l' }

/** A text in the characters of a BIDS label, A to Z, a to z and 0 to 9, of at most so many. Never empty. */
export function labelOf(text: string, most: number, otherwise: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[øæđßł]/gi, (letter) => plainLetters[letter.toLowerCase()] ?? '')
    .replace(/[^A-Za-z0-9]/g, '')
  return plain.slice(0, most) || otherwise
}

/** Gives each text a label that no other has, ignoring case. */
export class Labels {
  readonly #names = new UniqueNames()
  readonly #labels = new Map<string, string>()
  readonly #most: number
  readonly #otherwise: string

  constructor(most: number, otherwise: string) {
    this.#most = most
    this.#otherwise = otherwise
  }

  /** The same for the same key. */
  of(key: string, text: string): string {
    const known = this.#labels.get(key)
    if (known !== undefined) return known
    const label = labelOf(text, this.#most, this.#otherwise)
    const made = this.#names.claim(label, (count) => {
      const end = `x${count}`
      return label.slice(0, this.#most - end.length) + end
    })
    this.#labels.set(key, made)
    return made
  }
}
