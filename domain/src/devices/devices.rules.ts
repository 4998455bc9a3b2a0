import { compareCodeUnits } from '../shared/names/names.ts'
import { type Problem, problem } from '../shared/problems.ts'
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

/** Why the hardware id is refused. It is optional. */
export function whyNotHwId(hwId: string | null | undefined): Problem | undefined {
  const stored = cleanHwId(hwId)
  if (stored !== null) return whyNotName(stored, 'hw_id', maxHwIdLength)
}

/** The hardware id as stored: trimmed, and null if empty. */
export function cleanHwId(hwId: string | null | undefined): string | null {
  return cleanName(hwId ?? '') || null
}

/** The order of the device list: by id. */
export function compareDevices(a: { deviceid: string }, b: { deviceid: string }): number {
  return compareCodeUnits(a.deviceid, b.deviceid)
}
