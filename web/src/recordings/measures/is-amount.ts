import { kindOfChannel } from '@casebook/domain/recordings/channel-kind.ts'
import type { MeasureRow } from './use-measures.ts'

/** How much somebody moved: nothing is zero, and twice as much is twice as high. */
const amounts = /^(enmo|mad|steps|beats)$|^counts_/
/** Columns that count movement, as exports of recorders of activity name them. */
const activity = /activ|(^|[^a-z])(counts?|steps?|pim|zcm|tat|enmo|vm|mvpa)([^a-z]|$)|aktivit/i
/** How exports of recorders of activity name the unit of such a column, if at all. */
const unitOfActivity = /^(counts?|steps?|cpm|a\.?u\.?)(\/.+)?$/i

/**
 * Whether a measure is an amount of movement, drawn as bars from zero. Anything else, such as a heart rate or a
 * temperature, is a level: a line on an axis that fits its values.
 */
export function isAmount({
  channel,
  unit,
  measure,
  epochs,
}: Pick<MeasureRow, 'channel' | 'unit' | 'measure' | 'epochs'>): boolean {
  if (amounts.test(measure)) return true
  const isOfMovement =
    kindOfChannel(channel, unit) === 'acceleration' ||
    ((unit === null || unitOfActivity.test(unit)) && activity.test(channel))
  // The mean of an axis is where it points to, above zero or below.
  return isOfMovement && epochs.every((value) => value === null || value >= 0)
}
