import { problem } from '@casebook/domain/shared/problems.ts'
import { type DevicePosition, whyNotDevices, whyNotEditable } from '@casebook/domain/subjects/subjects.rules.ts'
import type { Scope } from '../access/scope.ts'
import type { Write } from '../writes/write.ts'
import { findDevicesOfSite, listAttachedDevices, lockSubject, updateSubject } from './subjects.sql.ts'
import { findTakenOff, replaceAttachedDevices } from './worn.sql.ts'

type DetachedDevice = { subjectid: string; deviceid: string; position: DevicePosition }

/** Attaches a device again where and as it was worn, as if it had not been taken off. The subject gets a new version, as with every change of its devices. */
export async function putBackDevice(tx: Write, scope: Scope, { subjectid, deviceid, position }: DetachedDevice) {
  const subject = await lockSubject(tx, scope, subjectid)
  if (!subject) throw problem('subject.missing', { field: 'subjectid' })
  const whyNot = whyNotEditable(subject)
  if (whyNot) throw whyNot
  const attached = await listAttachedDevices(tx, subjectid)
  if (attached.some((other) => other.deviceid === deviceid && other.position === position)) {
    throw problem('subject.device.taken', { field: 'deviceid' })
  }
  const deviceuid = (await findDevicesOfSite(tx, subject.siteid, [deviceid])).get(deviceid)
  if (!deviceuid) throw problem('device.missing', { field: 'deviceid' })
  const taken = await findTakenOff(tx, { subjectid, deviceuid, position })
  if (!taken) throw problem('removed.missing', { field: 'deviceid' })
  const { place, ...worn } = taken
  const devices = attached.toSpliced(place, 0, { ...worn, deviceuid, deviceid, position })
  const why = whyNotDevices(devices)
  if (why) throw why
  await replaceAttachedDevices(tx, subject, devices)
  await updateSubject(tx, subjectid, { status: 'OPEN' }, true)
  return subject
}
