/** A day as people type it: `today` in the language of the screen, else the text itself. */
export function shownDay(value: string, today: string): string {
  return value === 'today' ? today : value
}

/** The inverse of `shownDay`. */
export function typedDay(text: string, today: string): string {
  return text.trim().toLowerCase() === today ? 'today' : text
}
