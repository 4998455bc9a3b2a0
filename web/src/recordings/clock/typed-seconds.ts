/** Corrections of clocks are told to the millisecond. */
export function toMillisecond(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}

/** The number in a typed correction, to the millisecond. Undefined if it is none. */
export function typedSeconds(text: string): number | undefined {
  const seconds = Number(text.replace(',', '.').replace('−', '-'))
  return text.trim() !== '' && Number.isFinite(seconds) ? toMillisecond(seconds) : undefined
}

/** What the input contains while `wanted` seconds are wanted: what was typed, unless it is another number. */
export function correctionText(typed: string, wanted: number): string {
  return typedSeconds(typed) === wanted ? typed : String(wanted)
}
