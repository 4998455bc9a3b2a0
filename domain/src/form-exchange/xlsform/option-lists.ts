/** `said`: the label in other languages. */
type Listed = { code: string; label: string; said?: readonly (readonly [language: string, label: string])[] }

/** The lists of options of a form, as rows of the sheet of choices. */
export class OptionLists {
  readonly #lists = new Map<string, { name: string; options: readonly Listed[] }>()

  /** The list of these options, which fields share that have the same. */
  of(name: string, options: readonly Listed[]): string {
    const text = JSON.stringify(options)
    const known = this.#lists.get(text)
    if (known) return known.name
    const own = name === 'true_false' ? name : `${name.replace(/[^A-Za-z0-9_]/g, '_')}_options`
    const isTaken = [...this.#lists.values()].some((list) => list.name === own)
    const made = isTaken ? `${own}_${this.#lists.size}` : own
    this.#lists.set(text, { name: made, options })
    return made
  }

  /** List, code, label, and the label in each of these languages. */
  rows(languages: readonly string[]): string[][] {
    return [...this.#lists.values()].flatMap(({ name, options }) =>
      options.map(({ code, label, said = [] }) => {
        const others = languages.map((language) => said.find(([one]) => one === language)?.[1] ?? '')
        return [name, code, label, ...others]
      }),
    )
  }
}
