import type { Shortcoming } from '../forms/shortcomings.ts'
import { isAdmin, isHp } from '../shared/groups.ts'
import { compareCodeUnits, compareNames } from '../shared/names/names.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { requiredText } from '../shared/record-fields/record-fields.ts'
import { isBlank, whyNotName, whyNotText } from '../shared/text.rules.ts'

export const subjectStatuses = ['OPEN', 'CLOSED', 'DELETED'] as const
export type SubjectStatus = (typeof subjectStatuses)[number]
export const devicePositions = ['ARM', 'CHEST', 'OTHER'] as const
export type DevicePosition = (typeof devicePositions)[number]
export type SubjectDevice = { deviceid: string; position: DevicePosition }
/** A device as it is given: `place` is the study's word, needed where the position is OTHER. */
export type PlacedDevice = SubjectDevice & { place?: string | null | undefined }

export const maxSubjectidLength = 64
export const maxSubjectDevices = 100
export const maxReasonLength = 4000
/** The format of subject ids that the caller chooses. */
export const subjectidPattern = /^[A-Za-z0-9_-]{1,64}$/

export function whyNotSubjectid(subjectid: string): Problem | undefined {
  if (subjectid === '') return problem('text.required', { field: 'subjectid' })
  if (!subjectidPattern.test(subjectid)) {
    return problem('subject.id.pattern', { field: 'subjectid', params: { max: maxSubjectidLength } })
  }
}

/** What people type of a subject. */
export const subjectFields = {
  identifier: requiredText('Identifier', whyNotSubjectIdentifier),
}

export function whyNotSubjectIdentifier(identifier: string): Problem | undefined {
  return whyNotName(identifier, 'identifier')
}

/** Why the reason given for a change is refused. It is optional, and may be as long as a comment. */
export function whyNotReason(reason: string | null | undefined): Problem | undefined {
  return whyNotText(reason ?? '', 'reason', maxReasonLength)
}

/** Why a subject can't be created with this status. The default is OPEN. */
export function whyNotNewStatus(status: SubjectStatus | null | undefined): Problem | undefined {
  if (status && status !== 'OPEN') return problem('subject.new-not-open', { field: 'status' })
}

/** Why nothing of the subject, its forms, devices, activities and reference data may be changed now. */
export function whyNotEditable(subject: { status: SubjectStatus }): Problem | undefined {
  if (subject.status === 'CLOSED') return problem('subject.closed')
  if (subject.status === 'DELETED') return problem('subject.deleted')
}

type Closable = {
  activities: readonly unknown[]
  /** Of all the subject's activities. */
  referenceData: readonly { status: string; filename: string }[]
  /** Of all the subject's forms. */
  shortcomings: readonly Shortcoming[]
  /** Why it is closed in spite of them. */
  reason: string | undefined
}

/** Why an open subject can't be submitted and closed yet. */
export function whyNotClosable({ activities, referenceData, shortcomings, reason }: Closable): Problem | undefined {
  if (activities.length === 0) return problem('subject.no-activity')
  const pending = referenceData.find(({ status }) => status === 'PENDING')
  if (pending) return problem('subject.upload-pending', { params: { filename: pending.filename } })
  if (shortcomings.length === 0 || !isBlank(reason ?? '')) return undefined
  return problem('subject.forms-incomplete', {
    field: 'reason',
    params: { fields: shortcomings.map(({ identifier, field }) => `${identifier}: ${field}`).join(', ') },
    details: {
      shortcomings: shortcomings.map(({ formtypeid, identifier, field, why: { reason, params, message } }) => {
        return { formtypeid, identifier, field, reason, params, message }
      }),
    },
  })
}

/**
 * Why a person of these groups may not reopen the subject. An open subject is accepted, since there is nothing to
 * reopen.
 */
export function whyNotReopenable(subject: { status: SubjectStatus }, groups: readonly string[]): Problem | undefined {
  return whyNotTransition(subject.status, 'OPEN', groups)
}

/**
 * Why a person of these groups may not change a subject's status from one to another. OPEN to OPEN is allowed, since it
 * is not a change. `whyNotClosable` has further conditions of closing. Subject administrators may mark open and closed subjects
 * as DELETED.
 */
export function whyNotTransition(
  from: SubjectStatus,
  to: SubjectStatus,
  groups: readonly string[],
): Problem | undefined {
  const isSubjectAdmin = groups.includes('subject:admin')
  const isStaff = isAdmin(groups) || isHp(groups)
  if (to === 'DELETED') {
    if (!isSubjectAdmin) return forbidden('subject:admin')
    return from === 'DELETED' ? whyNotEditable({ status: from }) : undefined
  }
  if (to === 'OPEN' && from === 'DELETED') return isSubjectAdmin ? undefined : forbidden('subject:admin')
  if (!isStaff) return forbidden('admin, hp')
  if (to === 'CLOSED') return whyNotEditable({ status: from })
}

function forbidden(groups: string): Problem {
  return problem('call.forbidden', { params: { groups } })
}

/** Why a device can't have been put on or taken off at this time: it is still to come. `now` in milliseconds. */
export function whyNotWornAt(at: string | null | undefined, now: number, field: string): Problem | undefined {
  // Clocks differ a little.
  if (at && Date.parse(at) > now + 60_000) return problem('subject.worn.future', { field })
}

/** Why a device can't be taken off at this time: it was put on later. */
export function whyNotTakenOff(from: Date | null, to: Date, deviceid: string): Problem | undefined {
  if (from && to < from) return problem('subject.worn.reversed', { field: 'takenOff', params: { deviceid } })
}

/** Why a subject may not have these devices: one of them is listed twice at one position, be it in two places. */
export function whyNotDevices(devices: readonly SubjectDevice[]): Problem | undefined {
  if (devices.length > maxSubjectDevices) {
    return problem('subject.devices.too-many', { field: 'devices', params: { max: maxSubjectDevices } })
  }
  const places = new Set<string>()
  for (const { deviceid, position } of devices) {
    const place = `${position} ${deviceid}`
    if (places.has(place)) {
      const reason = position === 'OTHER' ? 'subject.devices.other-twice' : 'subject.devices.duplicate'
      return problem(reason, { field: 'devices', params: { deviceid } })
    }
    places.add(place)
  }
}

type Named = { subjectid: string; identifier?: string | null | undefined }

/** A subject's name in lists: its identifier, or its id if it has none. */
export function subjectName({ subjectid, identifier }: Named): string {
  return identifier || subjectid
}

/** The order of the subject list: by name ignoring case, then by id. */
export function compareSubjects(a: Named, b: Named): number {
  return compareNames(subjectName(a), subjectName(b)) || compareCodeUnits(a.subjectid, b.subjectid)
}
