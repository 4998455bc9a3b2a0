import { type Problem, problem } from '../shared/problems.ts'
import { optionalText } from '../shared/record-fields/record-fields.ts'

/** From where a finding counts as a mark: somebody should look at the file. Null: it never does. */
export type QualityLimits = {
  /** Of the duration, from 0 to 1: less of it was recorded. */
  readonly share: number | null
  /** Seconds: one gap is longer. */
  readonly gap: number | null
  /** Seconds: a channel lacks more that others have. */
  readonly dropOut: number | null
  /** Of the samples, from 0 to 1: as many or more are clipped or saturated. */
  readonly clipped: number | null
  /** Seconds a day: the clock drifts by as much or more. */
  readonly drift: number | null
  /** In g: at rest, gravity is wrong by as much or more. */
  readonly calibration: number | null
  /** Of the duration, from 0 to 1: as much or more was not worn. */
  readonly notWorn: number | null
  /** Percent: the battery ends below, if it is told so. */
  readonly battery: number | null
  /** Volts: the battery ends below, if it is told so. */
  readonly volts: number | null
}

/** Those of a new study. */
export const usualLimits: QualityLimits = {
  share: 0.99,
  gap: null,
  dropOut: 1,
  clipped: 0.001,
  drift: null,
  calibration: 0.05,
  notWorn: 0.25,
  battery: 10,
  volts: 3.4,
}

type Name = keyof QualityLimits

/** The least and the most of each limit. `typed`: how much 1 is in the unit in which people type it. */
const bounds: { readonly [name in Name]: { least: number; most: number; typed: number } } = {
  share: { least: 0, most: 1, typed: 100 },
  gap: { least: 1, most: 1e6, typed: 1 },
  dropOut: { least: 1, most: 1e6, typed: 1 },
  clipped: { least: 0.0001, most: 1, typed: 100 },
  drift: { least: 1, most: 4320, typed: 1 },
  calibration: { least: 0.01, most: 1, typed: 1000 },
  notWorn: { least: 0, most: 1, typed: 100 },
  battery: { least: 0, most: 50, typed: 1 },
  volts: { least: 0, most: 3.9, typed: 1 },
}

/** The limits as fields of the editor of a study: shares in percent, calibration in mg. */
const editorNames = {
  share: 'qualityShare',
  gap: 'qualityGap',
  dropOut: 'qualityDropOut',
  clipped: 'qualityClipped',
  drift: 'qualityDrift',
  calibration: 'qualityCalibration',
  notWorn: 'qualityNotWorn',
  battery: 'qualityBattery',
  volts: 'qualityVolts',
} as const satisfies Record<Name, string>

type EditorName = (typeof editorNames)[Name]
type LimitTexts = { readonly [name in EditorName]: string | null }

const names: readonly Name[] = [
  'share',
  'gap',
  'dropOut',
  'clipped',
  'drift',
  'calibration',
  'notWorn',
  'battery',
  'volts',
]

const rounded = (value: number) => Number(value.toPrecision(12))

function limitField(label: string, name: Name) {
  return optionalText(label, (text) => whyNotTyped(name, text))
}

/** What the editor of a study has of them. Empty: never a mark. */
export const limitFields = {
  qualityShare: limitField('Least share recorded in percent', 'share'),
  qualityGap: limitField('Longest gap in seconds', 'gap'),
  qualityDropOut: limitField('Most that a channel may lack in seconds', 'dropOut'),
  qualityClipped: limitField('Clipped values in percent', 'clipped'),
  qualityDrift: limitField('Drift of the clock in seconds a day', 'drift'),
  qualityCalibration: limitField('Calibration error in mg', 'calibration'),
  qualityNotWorn: limitField('Not worn in percent', 'notWorn'),
  qualityBattery: limitField('Battery in percent', 'battery'),
  qualityVolts: limitField('Battery in volts', 'volts'),
}

/** The same as somebody types it, with either decimal mark. */
function numberOfText(text: string): number {
  const typed = text.trim().replace(',', '.')
  return /^\d{1,9}(\.\d{1,20})?(e-\d{1,3})?$/.test(typed) ? Number(typed) : Number.NaN
}

function whyNotTyped(name: Name, text: string): Problem | undefined {
  const { least, most, typed } = bounds[name]
  return whyNotWithin(numberOfText(text), editorNames[name], rounded(least * typed), rounded(most * typed))
}

function whyNotWithin(value: number, field: string, least: number, most: number): Problem | undefined {
  if (value >= least && value <= most) return undefined
  return problem('study.limit', { field, params: { least, most } })
}

/** Why these can't be the limits of a study. What is omitted or null is right. */
export function whyNotQualityLimits(
  limits: { readonly [name in Name]?: number | null | undefined },
): Problem | undefined {
  for (const name of names) {
    const value = limits[name]
    const { least, most } = bounds[name]
    const why = typeof value === 'number' ? whyNotWithin(value, 'qualityLimits', least, most) : undefined
    if (why) return why
  }
}

export function textsOfLimits(limits: QualityLimits): LimitTexts {
  const entries = names.map((name) => {
    const value = limits[name]
    return [editorNames[name], value === null ? null : String(rounded(value * bounds[name].typed))]
  })
  // Each name of the editor.
  return Object.fromEntries(entries) as LimitTexts
}

export function limitsOfTexts(texts: LimitTexts): QualityLimits {
  const entries = names.map((name) => {
    const text = texts[editorNames[name]]
    return [name, text === null ? null : rounded(numberOfText(text) / bounds[name].typed)]
  })
  // Each limit.
  return Object.fromEntries(entries) as QualityLimits
}

/** How many of what somebody typed is not what a new study has. A text that is no number counts. */
export function countUnusualLimits(texts: { readonly [name in string]?: string | null }): number {
  return names.filter((name) => {
    const text = texts[editorNames[name]]?.trim() ?? ''
    const usual = usualLimits[name]
    if (text === '' || usual === null) return (text === '') !== (usual === null)
    return numberOfText(text) !== rounded(usual * bounds[name].typed)
  }).length
}
