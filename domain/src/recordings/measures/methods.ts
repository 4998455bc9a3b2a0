import { angle } from './angle/angle.ts'
import { beats } from './beats/beats.ts'
import { counts } from './counts/counts.ts'
import { enmo } from './enmo/enmo.ts'
import { mad } from './mad/mad.ts'
import { medianFrequency } from './median-frequency/median-frequency.ts'
import { type AnyMethod, ofSamples, withSpans } from './method/measurer.ts'
import { statistics } from './statistics/statistics.ts'
import { steps } from './steps/steps.ts'

/** All methods, in the order in which their results are listed. */
export const methods: readonly AnyMethod[] = [
  ofSamples(enmo),
  ofSamples(mad),
  withSpans(angle),
  withSpans(counts),
  withSpans(steps),
  withSpans(beats),
  ofSamples(statistics),
  withSpans(medianFrequency),
]
