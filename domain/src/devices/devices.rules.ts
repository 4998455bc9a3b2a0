import { compareCodeUnits } from '../shared/names/names.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { optionalText, requiredText } from '../shared/record-fields/record-fields.ts'
import { whyNotName } from '../shared/text.rules.ts'

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

/** The order of the device list: by id. */
export function compareDevices(a: { deviceid: string }, b: { deviceid: string }): number {
  return compareCodeUnits(a.deviceid, b.deviceid)
}
