import type { QualityLimits } from '../../studies/quality-limits.ts'
import type { Finding, Quality } from './quality.ts'

/** The battery's `expected` says its unit: it is the usual limit in it. */
export const batteryUnits = { percent: 10, volts: 3.4, millivolts: 3400 } as const

/** What is told also where it is no mark. */
const alwaysTold: ReadonlySet<Finding['code']> = new Set(['incomplete', 'drop-outs', 'clock-drift', 'not-worn', 'cool'])

export type Judgeable = Pick<Quality, 'findings'> & {
  /** In seconds; null if unknown. */
  readonly duration: number | null
}

/** The findings, each with whether it is a mark by these limits. None is left out. */
export function judgedBy(limits: QualityLimits, { findings, duration }: Judgeable): Finding[] {
  return findings.map((finding) => ({ ...finding, isWarning: isMark(limits, finding, duration) }))
}

/** A finding by the limits of now. `isChanged`: it is a mark by these and was none by those of its judgement, or the other way around. */
export type Told = Finding & { readonly isChanged: boolean }

/** What to tell of a file, marks first. `isStored`: it was stored with these marks, by the limits of that time. */
export function toldBy(limits: QualityLimits, judged: Judgeable, isStored: boolean): Told[] {
  const now = judgedBy(limits, judged).map((finding, place) => ({
    ...finding,
    isChanged: isStored && finding.isWarning !== judged.findings[place]?.isWarning,
  }))
  return now
    .filter(({ code, isWarning, isChanged }) => isWarning || isChanged || alwaysTold.has(code))
    .toSorted((a, b) => Number(b.isWarning) - Number(a.isWarning))
}

function isMark(limits: QualityLimits, finding: Finding, duration: number | null): boolean {
  const { code, value, from, to } = finding
  const reaches = (limit: number | null) => limit !== null && value >= limit
  switch (code) {
    case 'incomplete':
      return (
        (limits.share !== null && value < limits.share) ||
        (limits.gap !== null && from !== null && to !== null && to - from > limits.gap)
      )
    case 'drop-outs':
      return limits.dropOut !== null && value > limits.dropOut
    case 'clipped':
    case 'saturated':
      return reaches(limits.clipped)
    case 'clock-drift':
      return limits.drift !== null && Math.abs(value) >= limits.drift
    case 'calibration-off':
      return reaches(limits.calibration)
    case 'not-worn':
      return limits.notWorn !== null && duration !== null && value >= limits.notWorn * duration
    case 'battery-low':
      return isLow(limits, finding)
    default:
      return finding.isWarning
  }
}

function isLow(limits: QualityLimits, { value, expected, isWarning }: Finding): boolean {
  if (expected === batteryUnits.percent) return limits.battery !== null && value < limits.battery
  if (expected === batteryUnits.volts) return limits.volts !== null && value < limits.volts
  if (expected === batteryUnits.millivolts) return limits.volts !== null && value < limits.volts * 1000
  // It was judged before its unit was kept.
  return isWarning
}
