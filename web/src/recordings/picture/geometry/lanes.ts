import type { Channel, ChannelKind } from '@casebook/domain/recordings/recording.ts'
import type { View } from '@casebook/domain/recordings/seen/pyramid.ts'

/**
 * Channels drawn over each other: of one sensor, kind and unit; of one rate too if their kind is unknown, and of one
 * vector if their unit and sensor are, too.
 */
export type Lane = {
  readonly key: string
  readonly kind: ChannelKind
  readonly unit: string | null
  readonly sensor: string | null
  /** Indices into the recording's channels. */
  readonly channels: readonly number[]
}

/** More channels than this in one lane would hide each other, so they are divided by the names of their axes. */
const mostTogether = 6
/** Lanes shown initially. */
const firstShown = 6

export function lanesOf(channels: readonly Channel[]): Lane[] {
  const groups = new Map<string, { first: Channel; indices: number[] }>()
  for (const [index, channel] of channels.entries()) {
    // Channels of unknown kind share a lane only if they also have the same rate.
    const rate = channel.kind === 'other' ? channel.rate : null
    const key = JSON.stringify([channel.sensor ?? null, channel.kind, channel.unit, rate])
    const group = groups.get(key) ?? { first: channel, indices: [] }
    group.indices.push(index)
    groups.set(key, group)
  }
  return [...groups.values()].flatMap(({ first: { kind, unit, sensor = null }, indices }) => {
    // Without a kind, a unit and a sensor, nothing says that their values are alike: counts would hide a flag.
    const isUnknown = kind === 'other' && unit === null && sensor === null
    const parts = isUnknown || indices.length > mostTogether ? byAxes(channels, indices) : [indices]
    return parts.map((part) => ({ key: part.join('-'), kind, unit, sensor, channels: part }))
  })
}

/** The axes of one vector or matrix share a lane: `Foot/Acc/X` and `Foot/Acc/Y`, or `Mat[1][1]` and `Mat[1][2]`. */
function byAxes(channels: readonly Channel[], indices: readonly number[]): number[][] {
  const groups = new Map<string, number[]>()
  for (const index of indices) {
    const found = axis.exec(channels[index]?.name.slice(0, 200) ?? '')
    const stem = found?.[1] ?? found?.[2]
    const key = stem === undefined ? `alone ${index}` : `of ${stem}`
    groups.set(key, [...(groups.get(key) ?? []), index])
  }
  return [...groups.values()].flatMap((group) =>
    group.length > mostTogether ? group.map((index) => [index]) : [group],
  )
}
const axis = /^(.*[^\s_./-])(?:[\s_./-]+(?:[xyzw]|scalar)|\[\d\])$|^(.*pos)[xyz]$/i

/** The first lane with something else than yes and no, of the views of all channels; or else the first. */
export function firstTelling(lanes: readonly Lane[], views: readonly (View | undefined)[]): Lane | undefined {
  const isFlag = (value: number) => value === 0 || value === 1
  const tells = (view: View | undefined) => view !== undefined && !(view.min.every(isFlag) && view.max.every(isFlag))
  return lanes.find(({ channels }) => channels.some((channel) => tells(views[channel]))) ?? lanes[0]
}

/** The channels drawn initially: a lane of each kind first, and last what is not known or not measured on the person. */
export function shownAtFirst(lanes: readonly Lane[], most = firstShown): ReadonlySet<number> {
  const kinds = lanes.map(({ kind }) => kind)
  const rank = (kind: ChannelKind, index: number) =>
    (kind === 'other' || kind === 'battery' ? 2 : 0) + (kinds.indexOf(kind) === index ? 0 : 1)
  const ranked = lanes.map((lane, index) => ({ lane, rank: rank(lane.kind, index) }))
  const first = ranked.toSorted((one, other) => one.rank - other.rank).slice(0, most)
  return new Set(first.flatMap(({ lane }) => lane.channels).toSorted((one, other) => one - other))
}
