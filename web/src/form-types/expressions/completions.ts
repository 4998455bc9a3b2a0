/** Something that may be put into an expression. */
export type Completion = { text: string; detail: string }

/** What fits the beginning of a word before the caret, and where the word begins. None within a text in quotes. */
export function completionsAt(
  source: string,
  caret: number,
  offered: readonly Completion[],
): { from: number; options: readonly Completion[] } {
  const before = source.slice(0, caret)
  const [word = ''] = /[A-Za-z_][A-Za-z0-9_]*$/.exec(before) ?? []
  const from = caret - word.length
  const isQuoted = (before.replaceAll(/\\./g, '').match(/"/g) ?? []).length % 2 === 1
  if (word === '' || isQuoted) return { from, options: [] }
  const begun = word.toLowerCase()
  const options = offered.filter(
    ({ text, detail }) =>
      text !== word && (text.toLowerCase().startsWith(begun) || wordsOf(detail).some((one) => one.startsWith(begun))),
  )
  return { from, options: options.slice(0, mostShown) }
}

const mostShown = 8
const takesNothing = /^(today|now)\(\)$/

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/)
}

/** The expression with the word replaced, and where the caret is then: of a function, where its first argument begins. */
export function completed(
  source: string,
  { from, to, text }: { from: number; to: number; text: string },
): { source: string; caret: number } {
  const [opening = text] = takesNothing.test(text) ? [] : (/^\w+\(\[?/.exec(text) ?? [])
  return { source: source.slice(0, from) + text + source.slice(to), caret: from + opening.length }
}
