import { createHash } from 'node:crypto'
import { timezoneOffset } from '@casebook/domain/activities/activity-time.ts'
import { type Problem, problem } from '@casebook/domain/shared/problems.ts'
import { caseKey, cleanName } from '@casebook/domain/shared/text.rules.ts'
import { buildSnapshot } from '@casebook/domain/subjects/snapshot.ts'
import { readTimezoneOffset, whySnapshotDiffers } from '@casebook/domain/subjects/snapshot-comparison.ts'
import {
  whyNotClosable,
  whyNotDevices,
  whyNotEditable,
  whyNotSubjectIdentifier,
  whyNotTransition,
} from '@casebook/domain/subjects/subjects.rules.ts'
import type { SubjectDeviceInput, UpdateSubjectInput } from '../generated/resolvers.ts'
import type { Scope } from '../platform/scope.ts'
import { refuseStale } from '../platform/versions.ts'
import type { Write } from '../platform/write.ts'
import { readClosingData } from './closing.sql.ts'
import {
  findDevicesOfSite,
  listAttachedDevices,
  lockSubject,
  replaceAttachedDevices,
  updateSubject,
} from './subjects.sql.ts'

type Locked = NonNullable<Awaited<ReturnType<typeof lockSubject>>>

/**
 * Everything that `updateSubject` does: renames, replaces the device list, closes, reopens, marks as deleted; what is left out
 * stays as it is. Decisions, sections 3 and 6. `zone` gives a snapshot's offset where the browser sent none.
 */
export async function changeSubject(tx: Write, scope: Scope, input: UpdateSubjectInput, zone: string): Promise<void> {
  const { subjectid, siteid, studyid } = input
  const subject = await lockSubject(tx, scope, subjectid)
  if (!subject || subject.siteid !== siteid || subject.studyid !== studyid) {
    throw problem('subject.missing', { field: 'subjectid' })
  }
  await refuseStale(tx, { kind: 'subject', id: subjectid, subjectid }, subject.version, input.version)

  const status = input.status ?? subject.status
  const identifier = await changeOfIdentifier(subject, input)
  const devices = await changeOfDevices(tx, subject, input.devices)
  // Renaming sends status OPEN along: that must not reopen a subject which somebody closed meanwhile.
  if (identifier !== undefined || devices !== undefined || status === subject.status) throwIf(whyNotEditable(subject))
  throwIf(whyNotTransition(subject.status, status, scope.actor.groups))

  if (devices) await replaceAttachedDevices(tx, subject, devices)
  if (identifier !== undefined || status !== 'CLOSED') {
    await updateSubject(tx, subjectid, { status: status === 'CLOSED' ? 'OPEN' : status, ...renamed(identifier) })
  }
  if (status === 'CLOSED') await close(tx, subject, input.snapshot, zone)
}

function throwIf(why: Problem | undefined) {
  if (why) throw why
}

/** The new identifier, or undefined where it stays. */
async function changeOfIdentifier(subject: Locked, { identifier: given }: UpdateSubjectInput) {
  if (given === undefined || given === null) return undefined
  const identifier = cleanName(given)
  if (identifier === subject.identifier) return undefined
  throwIf(whyNotSubjectIdentifier(given))
  return identifier
}

function renamed(identifier: string | undefined) {
  return identifier === undefined ? {} : { identifier, identifier_key: caseKey(identifier) }
}

/** The new list, or undefined where it stays. A device that was removed from the site may stay on, and not come anew. */
async function changeOfDevices(tx: Write, subject: Locked, given: readonly SubjectDeviceInput[] | null | undefined) {
  if (!given) return undefined
  throwIf(whyNotDevices(given))
  const attached = await listAttachedDevices(tx, subject.subjectid)
  const isSame =
    attached.length === given.length &&
    attached.every(
      ({ deviceid, position }, place) => given[place]?.deviceid === deviceid && given[place]?.position === position,
    )
  if (isSame) return undefined
  const ofSite =
    given.length > 0
      ? await findDevicesOfSite(
          tx,
          subject.siteid,
          given.map(({ deviceid }) => deviceid),
        )
      : new Map()
  const carried = new Map(attached.map(({ deviceid, position, deviceuid }) => [`${position} ${deviceid}`, deviceuid]))
  return given.map(({ deviceid, position }) => {
    const deviceuid: string | undefined = carried.get(`${position} ${deviceid}`) ?? ofSite.get(deviceid)
    if (!deviceuid) throw problem('device.missing', { field: 'devices' })
    return { deviceuid, position }
  })
}

/** The snapshot is made of what this transaction sees, and refused where the browser closes on anything else. */
async function close(tx: Write, { subjectid }: Locked, browserText: string | null | undefined, zone: string) {
  const data = await readClosingData(tx, subjectid)
  throwIf(
    whyNotClosable({
      activities: data.activities,
      referenceData: data.activities.flatMap((activity) => activity.referenceData),
    }),
  )
  const snapshot = buildSnapshot(data, offsetOf(browserText, data, zone))
  if (browserText) throwIf(whySnapshotDiffers(snapshot, browserText))
  const snapshot_sha256 = createHash('sha256').update(snapshot).digest('hex')
  await updateSubject(tx, subjectid, { status: 'CLOSED', snapshot, snapshot_sha256 })
}

type Started = { activities: readonly { startTime: number }[] }

/** Without a text from the browser: the study zone's own offset when the subject's first activity began. */
function offsetOf(browserText: string | null | undefined, { activities }: Started, zone: string): number {
  if (!browserText) return timezoneOffset(Math.min(...activities.map(({ startTime }) => startTime)), zone)
  const offset = readTimezoneOffset(browserText)
  if (typeof offset !== 'number') throw offset
  return offset
}
