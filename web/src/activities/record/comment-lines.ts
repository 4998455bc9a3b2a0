/** The characters that fit on a line of the comment's field at its narrowest. */
const charactersOfLine = 28
const mostLines = 10

/** The number of lines of a comment: for browsers without `field-sizing`, whose fields would show only the first line. */
export function commentLines(comment: string): number {
  const lines = comment.split('\n').map((line) => Math.max(1, Math.ceil(line.length / charactersOfLine)))
  return Math.min(
    mostLines,
    lines.reduce((sum, count) => sum + count, 0),
  )
}
