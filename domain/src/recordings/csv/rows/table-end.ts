import { isDataLike, splitLine } from '../head/lines/dialect.ts'
import type { Plan } from './plan.ts'

/** A line that is held back until it is known to which table it belongs. */
type Held = { readonly bytes: Uint8Array; readonly line: number; readonly offset: number }

/** Lines after a blank one that are held back: titles, names and units of another table, or the same ones again. */
const mostHeld = 12
const quote = 34

/**
 * Finds out whether another table follows in the same file: below a blank line, and mostly a title, stand other names
 * and data. Lines after a blank one are held back until the next line of data.
 */
export class TableEnd {
  /** Whether the table has ended, and all lines that follow belong to another one. */
  isOver = false
  /** Whether the line before was blank, or lines are held back. */
  isPaused = false
  readonly #plan: Plan
  readonly #decoder: TextDecoder
  readonly #delimiter: number
  #held: Held[] = []
  /** Of the lines that are held back: whether one has names of another table, and which name the columns of this one. */
  #hasOtherNames = false
  readonly #named = new Set<string>()

  constructor(plan: Plan, decoder: TextDecoder) {
    this.#plan = plan
    this.#decoder = decoder
    this.#delimiter = plan.dialect.delimiter.charCodeAt(0)
  }

  /**
   * Takes a line after a blank one. Returns whether it is held back; if not, the lines that were are to be read before
   * it, or, if `isOver`, are not to be read at all.
   */
  holds(bytes: Uint8Array, start: number, stop: number, { line, offset }: { line: number; offset: number }): boolean {
    if (!this.#beginsWithNumbers(bytes, start, stop)) {
      const text = this.#decoder.decode(bytes.subarray(start, stop))
      if (!this.#isData(text) && this.#held.length < mostHeld) {
        if (this.#plan.header.includes(text.trim())) this.#named.add(text.trim())
        else if (this.#saysNames(text)) this.#hasOtherNames = true
        this.#held.push({ bytes: bytes.slice(start, stop), line, offset })
        return true
      }
    }
    const isSame = this.#plan.header.length > 0 && this.#plan.header.every((line) => this.#named.has(line))
    this.isOver = this.#hasOtherNames && !isSame && this.#held.length < mostHeld
    this.isPaused = false
    return false
  }

  /** Returns the lines that were held back, and forgets them. */
  take(): readonly Held[] {
    const held = this.#held
    this.#held = []
    this.#hasOtherNames = false
    this.#named.clear()
    return held
  }

  /** Whether the first two cells begin with digits or signs, as in most lines of data. */
  #beginsWithNumbers(bytes: Uint8Array, start: number, stop: number): boolean {
    const next = bytes.indexOf(this.#delimiter, start) + 1
    return this.#isNumeric(bytes, start) && next > 0 && next < stop && this.#isNumeric(bytes, next)
  }

  #isNumeric(bytes: Uint8Array, at: number): boolean {
    const byte = bytes[bytes[at] === quote ? at + 1 : at] ?? 0
    return byte !== this.#delimiter && byte >= 43 && byte <= 57 && byte !== 47
  }

  /** A number alone is a title: the rate of the next table. */
  #isData(text: string): boolean {
    const { dialect, usual } = this.#plan
    const cells = splitLine(text, dialect.delimiter)
    return cells.filter((cell) => cell !== '').length >= Math.min(2, usual) && isDataLike(cells, dialect.decimal)
  }

  #saysNames(text: string): boolean {
    const said = splitLine(text, this.#plan.dialect.delimiter).filter((cell) => cell !== '')
    return said.length > 1 && said.every((cell) => Number.isNaN(Number(cell)))
  }
}
