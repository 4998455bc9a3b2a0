import type { Channel } from '../recording.ts'

/** Three channels of one accelerometer, in the order x, y, z. */
export type Triad = {
  readonly channels: readonly [x: number, y: number, z: number]
  /** The common part of the three names: `Accelerometer XYZ`. */
  readonly name: string
}

/** The letter of an axis: the last x, y or z that no letter follows. */
const axis = /(?<![a-z])[xyz](?![a-z])|[xyz](?![a-z])(?!.*[xyz](?![a-z]))/i

/**
 * The accelerometers of a recording: channels of acceleration whose names differ only in the axis. Channels named x, y
 * and z and nothing else count, too; whether they show gravity is seen in their samples.
 */
export function findTriads(channels: readonly Channel[]): Triad[] {
  const groups = new Map<string, { name: string; axes: Map<string, number>; isClear: boolean }>()
  for (const [index, channel] of channels.entries()) {
    const letter = axis.exec(channel.name)?.[0].toLowerCase()
    const isNamedByAxis = /^[xyz]$/i.test(channel.name.trim())
    if (letter === undefined) continue
    if (channel.kind !== 'acceleration' && !(channel.kind === 'other' && isNamedByAxis && !channel.unit)) continue
    const name = channel.name.replace(axis, isUpper(channel.name) ? 'XYZ' : 'xyz').trim()
    const key = JSON.stringify([channel.sensor, name.toLowerCase(), channel.unit, channel.rate])
    const group = groups.get(key) ?? { name, axes: new Map(), isClear: true }
    if (group.axes.has(letter)) group.isClear = false
    group.axes.set(letter, index)
    groups.set(key, group)
  }
  return [...groups.values()].flatMap(({ name, axes, isClear }) => {
    const [x, y, z] = [axes.get('x'), axes.get('y'), axes.get('z')]
    return isClear && x !== undefined && y !== undefined && z !== undefined ? [{ channels: [x, y, z], name }] : []
  })
}

function isUpper(name: string): boolean {
  return /[XYZ]/.test(axis.exec(name)?.[0] ?? '')
}
