import type { Warmth } from './warmth.ts'

/** Seconds of a block that is judged as worn or not worn. */
export const blockSeconds = 900
/** A block is judged by an hour around its middle: from one and a half blocks before it to one and a half after it. */
const halvesBefore = 3
const halvesAfter = 5
const hour = 8
/** In g, of each axis: below both, it is still. */
const stillRange = 0.05
const stillSd = 0.013

/** Of one axis in half a block. */
type Part = { n: number; mean: number; squares: number; min: number; max: number }

/** When an accelerometer was not worn, in seconds since the start of the recording. */
export type Stretch = { readonly from: number; readonly to: number }

/**
 * Whether an accelerometer was worn, by blocks of 15 minutes: not worn where, in the hour around the block, at least two
 * axes have a standard deviation below 13 mg and a range below 50 mg (van Hees 2011 and 2013, as in GGIR's "2013"). A
 * block that is as warm as skin was worn, however still (Zhou 2015).
 */
export class WearJudge {
  readonly #halves: Part[][] = []
  #step = 0
  #first = 0
  #counted = 0

  /** Adds samples in g. Those that a gap lacks are left out of the hour that they belong to. */
  add(columns: readonly Float64Array[], at: number, step: number): void {
    if (this.#counted === 0) {
      this.#step = step
      this.#first = at
    }
    const size = this.#halfSize()
    const [x, y, z] = columns
    if (!x || !y || !z) return
    const index = Math.round((at - this.#first) / this.#step)
    for (let i = 0; i < x.length; i++) {
      const half = Math.floor((index + i) / size)
      if (half < 0 || half >= mostHalves) continue
      this.#halves[half] ??= [emptyPart(), emptyPart(), emptyPart()]
      const parts = this.#halves[half]
      for (let axis = 0; axis < 3; axis++) addTo(parts[axis], columns[axis]?.[i] ?? 0)
    }
    this.#counted += x.length
  }

  /** The number of axes that are still around each block. Empty if the recording has less than an hour. */
  scores(): number[] {
    const size = this.#halfSize()
    const halves = Array.from({ length: this.#halves.length }, (_, index) => this.#halves[index] ?? [])
    // An incomplete last block is not judged.
    const last = halves.at(-1)?.[0]?.n ?? 0
    const whole = last < size * 0.99 ? halves.length - 1 : halves.length
    const blocks = Math.floor(whole / 2)
    if (blocks < hour / 2) return []
    const scores = Array.from({ length: blocks }, (_, block) => scoreOf(halves, windowOf(block, blocks)))
    return scores.map((score, block) =>
      score === 1 && (scores[block - 1] ?? 0) > 1 && (scores[block + 1] ?? 0) > 1 ? 2 : score,
    )
  }

  /**
   * The blocks that were not worn, those beside each other as one stretch. Null if the recording has less than an hour.
   * `warmth`: the recorder's temperature, if it has one.
   */
  notWorn(warmth?: Pick<Warmth, 'isWarm'>): Stretch[] | null {
    const scores = this.scores()
    if (scores.length === 0) return null
    const stretches: Stretch[] = []
    for (const [block, score] of scores.entries()) {
      if (score < 2) continue
      const [from, to] = [this.#first + block * blockSeconds, this.#first + (block + 1) * blockSeconds]
      if (warmth?.isWarm(from, to)) continue
      const before = stretches.at(-1)
      if (before?.to === from) stretches[stretches.length - 1] = { from: before.from, to }
      else stretches.push({ from, to })
    }
    return stretches
  }

  #halfSize(): number {
    return Math.max(1, Math.round(blockSeconds / 2 / this.#step))
  }
}

/** Half blocks of half a year. */
const mostHalves = 40_000

/** The half blocks by which a block is judged. The first three and the last three share theirs. */
function windowOf(block: number, blocks: number): [from: number, to: number] {
  if (block < 3) return [0, hour]
  if (block >= blocks - 4) return [2 * (blocks - 3), 2 * blocks]
  return [2 * block - halvesBefore, 2 * block + halvesAfter]
}

function scoreOf(halves: readonly (readonly Part[])[], [from, to]: [number, number]): number {
  let score = 0
  for (let axis = 0; axis < 3; axis++) {
    const all = emptyPart()
    for (let half = from; half < to; half++) merge(all, halves[half]?.[axis])
    if (all.n < 2) continue
    if (all.max - all.min < stillRange && Math.sqrt(all.squares / (all.n - 1)) < stillSd) score++
  }
  return score
}

function emptyPart(): Part {
  return { n: 0, mean: 0, squares: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY }
}

function addTo(part: Part | undefined, value: number): void {
  if (!part) return
  part.n++
  const distance = value - part.mean
  part.mean += distance / part.n
  part.squares += distance * (value - part.mean)
  if (value < part.min) part.min = value
  if (value > part.max) part.max = value
}

function merge(into: Part, part: Part | undefined): void {
  if (!part || part.n === 0) return
  const n = into.n + part.n
  const distance = part.mean - into.mean
  into.squares += part.squares + (distance * distance * into.n * part.n) / n
  into.mean += (distance * part.n) / n
  into.n = n
  into.min = Math.min(into.min, part.min)
  into.max = Math.max(into.max, part.max)
}
