import { caseKey } from '@casebook/domain/shared/names/names.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { cleanName } from '@casebook/domain/shared/text.rules.ts'
import { whyNotNewStatus, whyNotSubjectIdentifier, whyNotSubjectid } from '@casebook/domain/subjects/subjects.rules.ts'
import type { Scope } from '../access/scope.ts'
import type { AddSubjectInput, AddSubjectV2Input, Resolvers } from '../generated/resolvers.ts'
import { type Selection, selectionOf } from '../shapes/shape/selection.ts'
import { lockChangeableStudy } from '../studies/studies.sql.ts'
import { givenReason, newId, refuseUnseen } from '../writes/versions.ts'
import { type Write, write } from '../writes/write.ts'
import { attachable } from './attaching.ts'
import { changeSubject } from './change-subject.ts'
import { putBackDevice } from './put-back-device.ts'
import { findSubject, findSubjects, insertSubject, listSubjects, lockSubject, updateSubject } from './subjects.sql.ts'
import { listWearers, listWorn, listWornTwice, replaceAttachedDevices } from './worn.sql.ts'

/** Length of a search text; no identifier is longer. */
const longestSearch = 200

export const subjectsResolvers: Resolvers = {
  Query: {
    async listSubjects(_, { studyid }, { lists, scope }, info) {
      const subjects = await listSubjects(lists, scope, studyid, selectionOf(info))
      if (subjects === undefined) throw problem('study.missing', { field: 'studyid' })
      return subjects
    },

    async findSubjects(_, { siteid, text }, { lists, scope }, info) {
      const key = caseKey(text.trim()).slice(0, longestSearch)
      const subjects = await findSubjects(lists, scope, { siteid, key, text: text.trim() }, selectionOf(info))
      if (subjects === undefined) throw problem('site.missing', { field: 'siteid' })
      return subjects
    },

    async getSubject(_, ids, { db, scope }, info) {
      const subject = await findSubject(db, scope, ids, selectionOf(info))
      if (subject === undefined) throw problem('subject.missing', { field: 'subjectid' })
      return subject
    },

    async listWorn(_, { subjectid }, { lists, scope }, info) {
      return found('subject', await listWorn(lists, scope, subjectid, selectionOf(info)))
    },

    async listWearers(_, device, { lists, scope }, info) {
      return found('device', await listWearers(lists, scope, device, selectionOf(info)))
    },

    async listWornTwice(_, { subjectid }, { lists, scope }, info) {
      return found('subject', await listWornTwice(lists, scope, subjectid, selectionOf(info)))
    },
  },
  Mutation: {
    async addSubject(_, { input }, { db, scope }, info) {
      const why = whyNotSubjectid(input.subjectid) ?? whyNotNewStatus(input.status)
      if (why) throw why
      return write(db, scope, undefined, (tx) => addSubject(tx, scope, input, selectionOf(info)))
    },

    async addSubjectV2(_, { input }, { db, scope }, info) {
      const why = whyNotSubjectIdentifier(input.identifier) ?? whyNotNewStatus(input.status)
      if (why) throw why
      const subject = { ...input, subjectid: newId() }
      return write(db, scope, undefined, (tx) => addSubject(tx, scope, subject, selectionOf(info)))
    },

    async updateSubject(_, { input }, { db, scope, config }, info) {
      return write(db, scope, givenReason(input.reason), async (tx) => {
        await changeSubject(tx, scope, input, config.studyTimezone)
        return findSubject(tx, scope, input, selectionOf(info))
      })
    },

    async putBackSubjectDevice(_, { subjectid, deviceid, position, reason }, { db, scope }, info) {
      return write(db, scope, givenReason(reason), async (tx) => {
        const { studyid } = await putBackDevice(tx, scope, { subjectid, deviceid, position })
        return findSubject(tx, scope, { studyid, subjectid }, selectionOf(info))
      })
    },

    async removeSubject(_, { studyid, subjectid, version }, { db, scope }, info) {
      return write(db, scope, undefined, async (tx) => {
        const subject = await lockSubject(tx, scope, subjectid)
        if (subject?.studyid !== studyid) throw problem('subject.missing', { field: 'subjectid' })
        if (subject.status === 'DELETED') throw problem('subject.deleted')
        await refuseUnseen(tx, { kind: 'subject', id: subjectid, subjectid }, subject.version, version)
        await updateSubject(tx, subjectid, { status: 'DELETED' })
        return findSubject(tx, scope, { studyid, subjectid }, selectionOf(info))
      })
    },
  },
}

type NewSubject = AddSubjectInput | (AddSubjectV2Input & { subjectid: string })

async function addSubject(tx: Write, scope: Scope, input: NewSubject, selection: Selection) {
  const { siteid, studyid, subjectid } = input
  await lockChangeableStudy(tx, scope, studyid, siteid)
  const identifier = 'identifier' in input ? cleanName(input.identifier) : null
  const identifier_key = identifier === null ? null : caseKey(identifier)
  await insertSubject(tx, { siteid, studyid, subjectid, identifier, identifier_key })
  if (input.devices?.length) {
    const place = { siteid, studyid, subjectid }
    await replaceAttachedDevices(tx, place, await attachable(tx, scope, place, input.devices))
  }
  return findSubject(tx, scope, { studyid, subjectid }, selection)
}

function found<List>(kind: 'subject' | 'device', list: List | undefined): List {
  if (list === undefined) throw problem(`${kind}.missing`, { field: `${kind}id` })
  return list
}
