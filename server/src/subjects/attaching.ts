import { type Problem, problem } from '@casebook/domain/shared/problems.ts'
import {
  type PlacedDevice,
  whyNotDevices,
  whyNotTakenOff,
  whyNotWornAt,
} from '@casebook/domain/subjects/subjects.rules.ts'
import { bodyPlaceOf, isAttachedAs, whyNotPlaced } from '@casebook/domain/subjects/worn-places.ts'
import type { Scope } from '../access/scope.ts'
import type { SubjectDeviceInput } from '../generated/resolvers.ts'
import { lockStudyStatus } from '../studies/studies.sql.ts'
import type { Write } from '../writes/write.ts'
import { type AttachedDevice, findDevicesOfSite } from './subjects.sql.ts'
import type { ListedDevice } from './worn.sql.ts'
import { haveVisits } from './worn.sql.ts'

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
): Promise<ListedDevice[]> {
  const now = Date.now()
  const why = firstOf([whyNotDevices(given), ...given.map(({ from }) => whyNotWornAt(from, now, 'devices'))])
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
  const visitids = new Set(given.flatMap(({ visitid }) => visitid ?? []))
  if (visitids.size > 0 && !(await haveVisits(tx, studyid, visitids))) {
    throw problem('subject.visit.missing', { field: 'devices' })
  }
  return given.map((device, at) => {
    const kept = carried[at]
    const said = { ...(device.from && { from_time: new Date(device.from) }), visitid: device.visitid ?? null }
    if (kept) return { ...kept, ...said, visitid: device.visitid ?? kept.visitid }
    const whyNot = whyNotPlaced(device, places)
    if (whyNot) throw whyNot
    const deviceuid: string | undefined = ofSite.get(device.deviceid)
    if (!deviceuid) throw problem('device.missing', { field: 'devices' })
    return { deviceuid, position: device.position, body_place: bodyPlaceOf(device, places), ...said }
  })
}

/** Whether a list says nothing new: the same devices in the same places and order, with the same times and visits. */
export function isSameList(attached: readonly AttachedDevice[], given: readonly SubjectDeviceInput[]): boolean {
  return (
    attached.length === given.length &&
    attached.every((device, at) => {
      const { from, visitid } = given[at] ?? {}
      return (
        isAttachedAs(placed(device), given[at]) &&
        (!from || Date.parse(from) === device.from_time?.getTime()) &&
        (!visitid || visitid === device.visitid)
      )
    })
  )
}

/** When what is no longer in the list was taken off. Throws if that is still to come, or before it was put on. */
export function takenOffAt(
  at: string | null | undefined,
  attached: readonly AttachedDevice[],
  devices: readonly ListedDevice[],
): Date | undefined {
  if (!at) return undefined
  const takenOff = new Date(at)
  const gone = attached.filter((one) => {
    return !devices.some(
      (device) =>
        device.deviceuid === one.deviceuid && device.position === one.position && device.body_place === one.body_place,
    )
  })
  const why = firstOf([
    whyNotWornAt(at, Date.now(), 'takenOff'),
    ...gone.map(({ from_time, deviceid }) => whyNotTakenOff(from_time, takenOff, deviceid)),
  ])
  if (why) throw why
  return takenOff
}

function firstOf(problems: readonly (Problem | undefined)[]): Problem | undefined {
  return problems.find((one) => one !== undefined)
}

/** An attached device as calls name it. */
function placed({ deviceid, position, body_place }: AttachedDevice): PlacedDevice {
  return { deviceid, position, place: body_place }
}
