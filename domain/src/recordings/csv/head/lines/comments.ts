export function isComment(line: string): boolean {
  return /^\s*(\/\/|#|%)/.test(line)
}

/** The line without the characters that mark a comment. */
export function uncommented(line: string): string {
  return line.replace(/^\s*(\/\/|#|%)+ ?/, '')
}
