import { compareCodeUnits } from '../shared/names/names.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { optionalText, requiredText, whyNotGiven } from '../shared/record-fields/record-fields.ts'
import { cleanName, whyNotName } from '../shared/text.rules.ts'

export const maxDeviceidLength = 40
export const maxHwIdLength = 200
/** Uppercase letters and digits; also the pattern that the device id input shows. */
export const deviceidPattern = /^[A-Z0-9]{1,40}$/

export function whyNotDeviceid(deviceid: string): Problem | undefined {
  if (deviceid === '') return problem('text.required', { field: 'deviceid' })
  if (!deviceidPattern.test(deviceid)) {
    return problem('device.id.pattern', { field: 'deviceid', params: { max: maxDeviceidLength } })
  }
}

/** What can be changed of a device. */
export const deviceFields = {
  deviceid: requiredText('Device', whyNotDeviceid),
  hw_id: optionalText("The maker's serial number or other hardware id", (text) =>
    whyNotName(text, 'hw_id', maxHwIdLength),
  ),
}

/** Devices that are added at once. */
export const maxNewDevices = 1000

/** Why devices are not added at once: there are none or too many, one is listed twice, or one is refused. */
export function whyNotNewDevices(devices: readonly { deviceid: string; hw_id?: string | null }[]): Problem | undefined {
  const field = 'devices'
  if (devices.length === 0 || devices.length > maxNewDevices)
    return problem('devices.count', { field, params: { max: maxNewDevices } })
  const seen = new Set<string>()
  for (const { deviceid, hw_id } of devices) {
    const why = whyNotGiven(deviceFields, { deviceid, hw_id })
    if (why) return why
    if (seen.has(deviceid)) return problem('devices.twice', { field, params: { deviceid } })
    seen.add(deviceid)
  }
}

/** What a list of devices from a spreadsheet says of each: the cell beside its id is the hardware id. */
export function pastedDevices(
  text: string,
  deviceids: readonly string[],
): { deviceid: string; hw_id: string | null }[] {
  const beside = new Map<string, string>()
  for (const row of text.split(/\r\n|\r|\n/)) {
    const [deviceid = '', hwid = ''] = row.split('\t').map(cleanName)
    if (!beside.has(deviceid)) beside.set(deviceid, hwid)
  }
  return deviceids.map((deviceid) => ({ deviceid, hw_id: beside.get(deviceid) || null }))
}

/** The order of the device list: by id. */
export function compareDevices(a: { deviceid: string }, b: { deviceid: string }): number {
  return compareCodeUnits(a.deviceid, b.deviceid)
}
