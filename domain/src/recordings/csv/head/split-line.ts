/** The cells of a line, trimmed and without quotes. Consecutive spaces are one delimiter. */
export function splitLine(line: string, delimiter: string): string[] {
  if (delimiter === ' ') return line.trim() === '' ? [] : line.trim().split(/ +/)
  if (!line.includes('"')) return line.split(delimiter).map((cell) => cell.trim())
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let i = 0; i < line.length; i++) {
    const character = line.charAt(i)
    if (character === '"') {
      if (isQuoted && line[i + 1] === '"') {
        cell += character
        i++
      } else if (isQuoted || cell.trim() === '') {
        isQuoted = !isQuoted
      } else cell += character
    } else if (character === delimiter && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += character
  }
  // A quote that is never closed is treated as an ordinary character.
  if (isQuoted) return line.split(delimiter).map((part) => part.trim())
  cells.push(cell.trim())
  return cells
}
