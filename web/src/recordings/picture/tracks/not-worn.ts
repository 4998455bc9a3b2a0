import type { Quality } from '@casebook/domain/recordings/quality/quality.ts'
import type { Stretch } from '@casebook/domain/recordings/quality/wear/not-worn.ts'

/** When a recorder was not worn, and how that is known: by its movement (null), or by this column of its own. */
export type NotWorn = { readonly flag: string | null; readonly stretches: readonly Stretch[] }

/** Of a recording whose channels have these names. `by`: seconds by which it is drawn later. */
export function notWornOf(
  quality: Pick<Quality, 'accelerometers' | 'flags'> | null | undefined,
  channels: readonly { readonly name: string }[] = [],
  by = 0,
): NotWorn[] {
  const later = (stretches: readonly Stretch[]) =>
    by === 0 ? stretches : stretches.map(({ from, to }) => ({ from: from + by, to: to + by }))
  const byMovement = quality?.accelerometers.flatMap(({ notWorn }) => notWorn?.longest ?? []) ?? []
  const byFlags = quality?.flags ?? []
  return [
    { flag: null, stretches: later(byMovement) },
    ...byFlags.map(({ channel, notWorn }) => ({
      flag: channels[channel]?.name ?? '',
      stretches: later(notWorn.longest),
    })),
  ].filter(({ stretches }) => stretches.length > 0)
}
