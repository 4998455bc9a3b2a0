/** A part of a recording with evenly spaced samples, and the time of its first sample. */
export type TimedPart = {
  readonly sequence: number
  /** Epoch seconds. */
  readonly start: number
  /** Nominal, in Hz. */
  readonly rate: number
  readonly count: number
}

/** Consecutive parts whose samples are evenly spaced, so that one step describes them all. */
export type Run<Part extends TimedPart> = {
  readonly parts: readonly Part[]
  readonly samples: number
  /** Seconds between samples. */
  readonly step: number
  /** Whether the run continues the previous one without a gap. */
  readonly continues: boolean
}

/** Whether `next` continues `part`: the sampling clock may deviate by a tenth. */
export function isNext(part: TimedPart, next: TimedPart): boolean {
  const length = part.count / part.rate
  return next.sequence === part.sequence + 1 && Math.abs(next.start - part.start - length) <= length / 10
}

/**
 * Divides parts into runs. The true sampling rate differs from the nominal one by some percent, so the step is chosen
 * to come within half a sample of the start of each part.
 */
export function divideIntoRuns<Part extends TimedPart>(
  parts: readonly Part[],
  before: TimedPart | undefined,
  isAlike: (a: Part, b: Part) => boolean,
): Run<Part>[] {
  const runs: Run<Part>[] = []
  let last = before
  for (let from = 0; from < parts.length; ) {
    const first = parts[from]
    if (!first) break
    const continues = last !== undefined && isNext(last, first)
    const { to, step, samples } = extend(parts, from, first, isAlike)
    runs.push({ parts: parts.slice(from, to), samples, step, continues })
    last = parts[to - 1]
    from = to
  }
  return runs
}

function extend<Part extends TimedPart>(
  parts: readonly Part[],
  from: number,
  first: Part,
  isAlike: (a: Part, b: Part) => boolean,
) {
  const nominal = 1 / first.rate
  let [slowest, fastest] = [Number.POSITIVE_INFINITY, 0]
  let samples = first.count
  let step = nominal
  let to = from + 1
  for (let last = first; to < parts.length; to++) {
    const next = parts[to]
    if (!next || !isNext(last, next) || next.rate !== first.rate || !isAlike(first, next)) break
    const elapsed = next.start - first.start
    const lower = Math.max(fastest, (elapsed - nominal / 2) / samples)
    const upper = Math.min(slowest, (elapsed + nominal / 2) / samples)
    if (lower > upper) break
    ;[fastest, slowest] = [lower, upper]
    step = Math.min(upper, Math.max(lower, elapsed / samples))
    samples += next.count
    last = next
  }
  return { to, step, samples }
}
