import { createHash } from 'node:crypto'
import { timezoneOffset } from '@casebook/domain/activities/activity-time.ts'
import { todayIn } from '@casebook/domain/activities/today.ts'
import { shortcomingsOf } from '@casebook/domain/forms/shortcomings.ts'
import { caseKey } from '@casebook/domain/shared/names/names.ts'
import { type Problem, problem } from '@casebook/domain/shared/problems.ts'
import { cleanName } from '@casebook/domain/shared/text.rules.ts'
import { buildSnapshot } from '@casebook/domain/subjects/snapshot.ts'
import { readTimezoneOffset, whySnapshotDiffers } from '@casebook/domain/subjects/snapshot-comparison.ts'
import {
  whyNotClosable,
  whyNotEditable,
  whyNotSubjectIdentifier,
  whyNotTransition,
} from '@casebook/domain/subjects/subjects.rules.ts'
import type { Scope } from '../access/scope.ts'
import type { UpdateSubjectInput } from '../generated/resolvers.ts'
import { givenReason, refuseStale } from '../writes/versions.ts'
import type { Write } from '../writes/write.ts'
import { attachable, isSameList, takenOffAt } from './attaching.ts'
import { readClosingData } from './closing.sql.ts'
import { listAttachedDevices, lockSubject, updateSubject } from './subjects.sql.ts'
import { replaceAttachedDevices } from './worn.sql.ts'

type Locked = NonNullable<Awaited<ReturnType<typeof lockSubject>>>

/**
 * Everything that `updateSubject` does: renames, replaces the device list, closes, reopens, marks as deleted. Omitted
 * fields are unchanged. `zone` determines a snapshot's UTC offset if the browser sent
 * none.
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
  const changed = await changeOfDevices(tx, scope, subject, input)
  // Renaming sends status OPEN along. That must not reopen a subject that someone closed meanwhile.
  if (identifier !== undefined || changed !== undefined || status === subject.status) throwIf(whyNotEditable(subject))
  throwIf(whyNotTransition(subject.status, status, scope.actor.groups))

  if (input.snapshot && status !== 'CLOSED') throw problem('snapshot.without-closing', { field: 'snapshot' })

  if (changed) await replaceAttachedDevices(tx, subject, changed.devices, changed.takenOff)
  if (identifier !== undefined || status !== 'CLOSED') {
    const change = { status: status === 'CLOSED' ? 'OPEN' : status, ...renamed(identifier) } as const
    await updateSubject(tx, subjectid, change, changed !== undefined)
  }
  if (status === 'CLOSED') await close(tx, subject, input, zone)
}

function throwIf(why: Problem | undefined) {
  if (why) throw why
}

/** The new identifier, or undefined if unchanged. */
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

/** The new list, and when what is no longer in it was taken off. Undefined if unchanged. */
async function changeOfDevices(
  tx: Write,
  scope: Scope,
  subject: Locked,
  { devices: given, takenOff }: UpdateSubjectInput,
) {
  if (!given) return undefined
  const attached = await listAttachedDevices(tx, subject.subjectid)
  if (isSameList(attached, given)) return undefined
  const devices = await attachable(tx, scope, subject, given, attached)
  return { devices, takenOff: takenOffAt(takenOff, attached, devices) }
}

/** The snapshot is made of what this transaction sees. Closing is refused if the browser showed anything else. */
async function close(tx: Write, { subjectid }: Locked, input: UpdateSubjectInput, zone: string) {
  const { snapshot: browserText, reason } = input
  const data = await readClosingData(tx, subjectid, zone)
  throwIf(
    whyNotClosable({
      activities: data.activities,
      referenceData: data.activities.flatMap((activity) => activity.referenceData),
      shortcomings: shortcomingsOf(data.forms, todayIn(zone)),
      reason: givenReason(reason),
    }),
  )
  const snapshot = buildSnapshot(data, offsetOf(browserText, data, zone))
  if (browserText) throwIf(whySnapshotDiffers(snapshot, browserText))
  const snapshot_sha256 = createHash('sha256').update(snapshot).digest('hex')
  await updateSubject(tx, subjectid, { status: 'CLOSED', snapshot, snapshot_sha256 })
}

type Started = { activities: readonly { startTime: number }[] }

/** Without a text from the browser: the UTC offset of the study's zone when the subject's first activity began. */
function offsetOf(browserText: string | null | undefined, { activities }: Started, zone: string): number {
  if (!browserText) return timezoneOffset(Math.min(...activities.map(({ startTime }) => startTime)), zone)
  const offset = readTimezoneOffset(browserText)
  if (typeof offset !== 'number') throw offset
  return offset
}
