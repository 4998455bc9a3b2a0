import { caseKey } from '../shared/names/names.ts'

/** Assigns names that are unique ignoring case: a second `A` becomes `A (2)`. */
export class UniqueNames {
  readonly #taken = new Set<string>()

  claim(name: string, numbered = (count: number) => `${name} (${count})`): string {
    for (let count = 1; ; count++) {
      const unique = count === 1 ? name : numbered(count)
      if (this.#taken.has(caseKey(unique))) continue
      this.#taken.add(caseKey(unique))
      return unique
    }
  }
}
