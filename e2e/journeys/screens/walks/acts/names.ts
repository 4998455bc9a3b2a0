/** Names as the walk keeps them under one key: in the order of their numbers. */
export function joined(names: readonly string[]): string {
  return names.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })).join(', ')
}

/** The names of such a text. */
export function namesOf(text: string): string[] {
  return text.split(', ').filter(Boolean)
}

/** What is kept once this one is there, or is not. */
export const withOne = (name: string) => (was: string) => joined([...new Set([...namesOf(was), name])])
export const without = (name: string) => (was: string) => joined(namesOf(was).filter((each) => each !== name))
