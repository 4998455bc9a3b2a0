/** Names as the walk keeps them under one key: in the order of their numbers. */
export function joined(names: readonly string[]): string {
  return names.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })).join(', ')
}

/** The names of such a text. */
export function namesOf(text: string): string[] {
  return text.split(', ').filter(Boolean)
}

/** What is kept once one more is there. */
export const withOne = (name: string) => (was: string) => joined([...namesOf(was), name])
