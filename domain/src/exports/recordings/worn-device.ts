import type { DeviceRow, SubjectDeviceRow, WornRow } from '../rows.ts'

/** What a recording was made with, and where on the body. */
export type WornDevice = { deviceid: string; place: string }

/** What the records say of a subject's devices. */
export type Wearing = {
  worn: readonly WornRow[]
  attached: readonly SubjectDeviceRow[]
  devices: readonly DeviceRow[]
}

type Recorded = { from: number | null; to: number | null; serialnumber: string | null }

/**
 * The device of a recording: the one whose id or hardware id is the serial number in the file, or the only one that the
 * subject wore meanwhile. Undefined if the records don't tell.
 */
export function wornDevice({ worn, attached, devices }: Wearing, recorded: Recorded): WornDevice | undefined {
  const meanwhile = worn.filter((row) => isMeanwhile(row, recorded))
  const known =
    meanwhile.length > 0
      ? meanwhile.map(({ deviceid, place }) => ({ deviceid, place }))
      : worn.length > 0
        ? []
        : attached.map(({ deviceid, position, body_place }) => {
            return { deviceid, place: body_place ?? position.toLowerCase() }
          })
  const serial = plain(recorded.serialnumber)
  const named = known.filter(({ deviceid }) => {
    const hardware = devices.find((device) => device.deviceid === deviceid)?.hw_id ?? null
    return serial !== '' && (plain(deviceid) === serial || plain(hardware) === serial)
  })
  const [only, another] = named.length > 0 ? named : known
  const isOne = only && (!another || [...named, ...known].every((each) => isSame(each, only)))
  return isOne ? only : named[0]
}

const isSame = (a: WornDevice, b: WornDevice) => a.deviceid === b.deviceid && a.place === b.place

function isMeanwhile(row: WornRow, { from, to }: Recorded): boolean {
  if (from === null) return true
  const [on, off] = [row.from, row.to].map((at) => (at === null ? null : Date.parse(at) / 1000))
  return (on ?? Number.NEGATIVE_INFINITY) < (to ?? from) && (off ?? Number.POSITIVE_INFINITY) > from
}

/** Serial numbers are written with and without leading zeros, blanks and signs. */
function plain(text: string | null): string {
  return (text ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/^0+/, '')
}
