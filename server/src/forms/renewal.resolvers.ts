import { todayIn } from '@casebook/domain/activities/today.ts'
import { fieldsOfStored } from '@casebook/domain/form-types/stored-definition.ts'
import type { Judge } from '@casebook/domain/forms/evaluation.ts'
import { renewalsOf, reviewRenewal } from '@casebook/domain/forms/review/renewal.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { inSteps, inTurns } from '../rate-limits/main-thread.ts'
import { newId } from '../writes/versions.ts'
import { write } from '../writes/write.ts'
import type { Judging } from './forms.sql.ts'
import {
  findRenewingType,
  hasForms,
  listOutdatedForms,
  listRenewals,
  lockOutdatedForms,
  saveRenewedForms,
  undoRenewal,
} from './renewal.sql.ts'

export const renewalResolvers: Resolvers = {
  Query: {
    async reviewFormRenewal(_, { studyid, formtypeid, subjectid }, { lists, scope, config, mainThread }) {
      const type = await findRenewingType(lists, scope, { studyid, formtypeid }, { locked: false })
      if (!type) throw problem('form-type.missing', { field: 'formtypeid' })
      const { number } = type
      const chosen = subjectid ? [{ subjectid }] : null
      const [forms, renewals] = await Promise.all([
        listOutdatedForms(lists, scope, { formtypeid, number, forms: chosen }),
        listRenewals(lists, scope, formtypeid),
      ])
      const review = reviewRenewal(judgeOf(type), forms, todayIn(config.studyTimezone))
      const { findings, ...counts } = await inTurns(mainThread, scope.actor.personid, review)
      const identifiers = new Map(forms.map((form) => [form.subjectid, form.identifier ?? form.subjectid]))
      const named = findings.map(({ named: forms, why: _why, ...finding }) => ({
        ...finding,
        subjects: forms.map((form) => ({ ...form, identifier: identifiers.get(form.subjectid) ?? form.subjectid })),
      }))
      return { number, outdated: forms.length, ...counts, findings: named, renewals }
    },
  },
  Mutation: {
    async renewForms(_, { studyid, formtypeid, forms }, { db, scope, config, mainThread }) {
      return write(db, scope, undefined, async (tx) => {
        const type = await findRenewingType(tx, scope, { studyid, formtypeid }, { locked: true })
        if (!type) throw problem('form-type.missing', { field: 'formtypeid' })
        if (forms && !(await hasForms(tx, scope, formtypeid, forms))) throw problem('form.missing', { field: 'forms' })
        const { number, siteid } = type
        const locked = await lockOutdatedForms(tx, scope, { formtypeid, number, forms })
        const renewals = renewalsOf(judgeOf(type), locked, todayIn(config.studyTimezone))
        const judged = await inSteps(mainThread, scope.actor.personid, renewals)
        const renewed = judged.flatMap(({ form, renewal: { obstacles, fields, confirmations } }) => {
          const confirmed = confirmations.length > 0 ? confirmations : null
          const { subjectid, visitid, occurrence } = form
          return obstacles.length > 0 ? [] : [{ subjectid, visitid, occurrence, fields, confirmed }]
        })
        if (renewed.length === 0) throw problem('form.renewal.none')
        const renewalid = newId()
        await saveRenewedForms(tx, { formtypeid, siteid, number, renewalid }, renewed)
        return { renewalid, at: new Date().toISOString(), by: scope.actor.name, forms: renewed.length }
      })
    },

    async undoFormRenewal(_, { studyid, formtypeid, renewalid }, { db, scope }) {
      return write(db, scope, undefined, async (tx) => {
        const type = await findRenewingType(tx, scope, { studyid, formtypeid }, { locked: true })
        if (!type) throw problem('form-type.missing', { field: 'formtypeid' })
        const forms = await undoRenewal(tx, formtypeid, type.siteid, renewalid)
        if (forms === 0) throw problem('form.renewal.undone')
        return { renewalid, at: new Date().toISOString(), by: scope.actor.name, forms }
      })
    },
  },
}

function judgeOf(stored: Judging): Judge {
  return { fields: fieldsOfStored(stored), checks: stored.checks }
}
