/** Whether the type repeats. `occurrences`: something in its study does, or has a visit. Left out if nothing does. */
export type Repeating = { repeats?: boolean; occurrences?: boolean }

/** Which form or activity of its subject and type: without a visit and the first, if left out. */
export type Occurrence = { visitid?: string | null; occurrence?: number }

/** With its own label. Left out if it has none. */
export type LabelledOccurrence = Occurrence & { label?: string | null }
