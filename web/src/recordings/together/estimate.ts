import type { Offset } from '@casebook/domain/recordings/alignment/estimate-offset.ts'
import { toMillisecond } from '../clock/typed-seconds.ts'

export type Found = Offset | 'nothing-alike' | 'too-short' | 'failed'

/** What comparing a recording with another told. */
export type Estimate = {
  /** The referencedataid of the other. */
  readonly by: string
  readonly offset: Found
  /** The clock correction that it proposes. */
  readonly proposed?: number
}

/** An estimate by a recording, for one that was shown with a clock correction of `corrected` seconds. */
export function estimateBy(by: string, offset: Found, corrected: number): Estimate {
  const isSure = typeof offset === 'object' && offset.sureness !== 'unsure'
  return isSure ? { by, offset, proposed: toMillisecond(corrected + offset.seconds) } : { by, offset }
}

/** The offset that is the reason to save a correction. Undefined: a person chose another one than was proposed. */
export function reasonFor(seconds: number, estimate: Estimate | undefined): Offset | undefined {
  return typeof estimate?.offset === 'object' && estimate.proposed === seconds ? estimate.offset : undefined
}
