import { problem } from '@casebook/domain/shared/problems.ts'
import { type PlacedDevice, whyNotDevices } from '@casebook/domain/subjects/subjects.rules.ts'
import { bodyPlaceOf, isAttachedAs, whyNotPlaced } from '@casebook/domain/subjects/worn-places.ts'
import type { Scope } from '../access/scope.ts'
import type { SubjectDeviceInput } from '../generated/resolvers.ts'
import { lockStudyStatus } from '../studies/studies.sql.ts'
import type { Write } from '../writes/write.ts'
import { type AttachedDevice, findDevicesOfSite } from './subjects.sql.ts'

type Wearer = { siteid: string; studyid: string }

/**
 * The rows of a new list of devices. A device removed from the site, or worn in a place that the study no longer has, may
 * stay attached, but can't be attached again. The study's places can't change until the transaction ends.
 */
export async function attachable(
  tx: Write,
  scope: Scope,
  { siteid, studyid }: Wearer,
  given: readonly SubjectDeviceInput[],
  attached: readonly AttachedDevice[] = [],
): Promise<Omit<AttachedDevice, 'deviceid'>[]> {
  const why = whyNotDevices(given)
  if (why) throw why
  const carried = given.map((device) => attached.find((one) => isAttachedAs(placed(one), device)))
  const anew = given.filter((_, at) => !carried[at])
  const ofSite =
    anew.length > 0
      ? await findDevicesOfSite(
          tx,
          siteid,
          anew.map(({ deviceid }) => deviceid),
        )
      : new Map()
  const places = (anew.length > 0 && (await lockStudyStatus(tx, scope, studyid))?.places) || []
  return given.map((device, at) => {
    const kept = carried[at]
    if (kept) return { deviceuid: kept.deviceuid, position: kept.position, body_place: kept.body_place }
    const whyNot = whyNotPlaced(device, places)
    if (whyNot) throw whyNot
    const deviceuid: string | undefined = ofSite.get(device.deviceid)
    if (!deviceuid) throw problem('device.missing', { field: 'devices' })
    return { deviceuid, position: device.position, body_place: bodyPlaceOf(device, places) }
  })
}

/** An attached device as calls name it. */
export function placed({ deviceid, position, body_place }: AttachedDevice): PlacedDevice {
  return { deviceid, position, place: body_place }
}
