import { todayIn } from '@casebook/domain/activities/today.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import { counterpartsOf, reviewMoves, whyNotMovedCount } from '@casebook/domain/subjects/moving/move.rules.ts'
import { findingsOfMoves, whyNotMoved } from '@casebook/domain/subjects/moving/move-findings.ts'
import type { Resolvers } from '../../generated/resolvers.ts'
import { inSteps, inTurns } from '../../rate-limits/main-thread.ts'
import { selectionOf } from '../../shapes/shape/selection.ts'
import { lockChangeableStudy } from '../../studies/studies.sql.ts'
import { givenReason } from '../../writes/versions.ts'
import { write } from '../../writes/write.ts'
import { type Found, listMoved, lockMoving, type Moving, moveRows, readMoving } from './moving.sql.ts'

export const movingResolvers: Resolvers = {
  Query: {
    async reviewSubjectMove(_, moving, { lists, scope, config, mainThread }) {
      refuseCount(moving)
      const { from, to, subjects } = present(moving, await readMoving(lists, scope, moving))
      const whyNot = whyStudyTakesNoChanges(from) ?? whyStudyTakesNoChanges(to)
      if (whyNot) throw whyNot
      const reviews = reviewMoves(subjects, from, to, todayIn(config.studyTimezone))
      const moves = await inTurns(mainThread, scope.actor.personid, reviews)
      return {
        ready: moves.filter(({ move }) => move.obstacles.length === 0).length,
        findings: findingsOfMoves(moves).map(({ effect, why, subjectids }) => {
          const params = Object.entries(why.params).map(([key, value]) => ({ key, value: String(value) }))
          return { effect, message: why.message, reason: why.reason, params, subjectids }
        }),
      }
    },
  },
  Mutation: {
    async moveSubjects(_, { reason, ...moving }, { db, scope, config, mainThread }, info) {
      refuseCount(moving)
      return write(db, scope, givenReason(reason), async (tx) => {
        for (const id of [moving.studyid, moving.to].toSorted()) await lockChangeableStudy(tx, scope, id)
        await lockMoving(tx, moving)
        const { from, to, subjects } = present(moving, await readMoving(tx, scope, moving))
        const reviews = reviewMoves(subjects, from, to, todayIn(config.studyTimezone))
        const moves = await inSteps(mainThread, scope.actor.personid, reviews)
        const whyNot = whyNotMoved(moves)
        if (whyNot) throw whyNot
        const { activityTypes, visits } = counterpartsOf(from, to)
        await moveRows(tx, {
          moving,
          siteid: from.siteid,
          ids: { activityTypes: idsOf(activityTypes), visits: idsOf(visits) },
          forms: moves.flatMap(({ subjectid, move }) => move.forms.map((form) => ({ subjectid, ...form }))),
        })
        return (await listMoved(tx, scope, moving, selectionOf(info))) ?? []
      })
    },
  },
}

function refuseCount({ subjectids }: Moving): void {
  const why = whyNotMovedCount(subjectids)
  if (why) throw why
}

type Present = { from: NonNullable<Found['from']>; to: NonNullable<Found['to']>; subjects: Found['subjects'] }

/** What was found, if all of it is there and one study is not the other. */
function present({ subjectids }: Moving, { from, to, subjects }: Found): Present {
  if (!from) throw problem('study.missing', { field: 'studyid' })
  if (!to) throw problem('study.missing', { field: 'to' })
  if (from.siteid !== to.siteid) throw problem('move.other-site', { field: 'to' })
  const found = new Set(subjects.map(({ subjectid }) => subjectid))
  const missing = subjectids.filter((id) => !found.has(id))
  if (missing.length > 0) {
    throw problem('subject.missing', { field: 'subjectids', details: { subjectids: [...new Set(missing)] } })
  }
  if (from.studyid === to.studyid) throw problem('move.same-study', { field: 'to' })
  return { from, to, subjects }
}

function idsOf(counterparts: ReadonlyMap<string, { id: string }>): Map<string, string> {
  return new Map([...counterparts].map(([from, { id }]) => [from, id]))
}
