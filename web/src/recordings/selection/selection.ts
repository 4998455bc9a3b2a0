import type { Band } from '../picture/geometry/bands.ts'
import type { TimeWindow } from '../picture/geometry/time-window.ts'

/** The selection: a range, or an activity by the key of its band, which moves with the clock. */
export type Selection = TimeWindow | { readonly band: string }

/** `name`: of the activity that it is. */
export type SelectedRange = TimeWindow & { readonly name: string | undefined }

/** The selected range. Undefined if it lies outside of the recording. */
export function selectedIn(
  selection: Selection | undefined,
  bands: readonly Band[],
  length: number,
): SelectedRange | undefined {
  if (!selection) return undefined
  if (!('band' in selection)) return { ...selection, name: undefined }
  const band = bands.find(({ key }) => key === selection.band)
  const from = Math.max(0, band?.from ?? 0)
  const to = Math.min(length, band?.to ?? 0)
  return to > from ? { from, to, name: band?.name } : undefined
}
