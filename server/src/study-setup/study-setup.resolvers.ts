import { problem } from '@casebook/domain/shared/problems.ts'
import { cleanGiven, whyNotGiven } from '@casebook/domain/shared/record-fields/record-fields.ts'
import { newStudyFields } from '@casebook/domain/studies/studies.rules.ts'
import { beginningOf } from '@casebook/domain/study-setup/study-examples.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import type { RequestContext } from '../graphql/context.ts'
import { type Selection, selectionOf } from '../shapes/shape/selection.ts'
import { lockSite } from '../sites/sites.sql.ts'
import { findStudy, lockStudyStatus } from '../studies/studies.sql.ts'
import { newId } from '../writes/versions.ts'
import { type Write, write } from '../writes/write.ts'
import { addDefinitions, copyDefinitions, insertStudy, readSettings, type Settings } from './study-setup.sql.ts'

export const studySetupResolvers: Resolvers = {
  Mutation: {
    addStudyLike(_, given, context, info) {
      return addStudy(context, given, selectionOf(info), async (tx, insert) => {
        const from = await lockStudyStatus(tx, context.scope, given.studyid)
        if (!from) throw problem('study.missing', { field: 'studyid' })
        await copyDefinitions(tx, from, await insert(await readSettings(tx, from)))
      })
    },

    addExampleStudy(_, given, context, info) {
      const beginning = beginningOf(given.example, given.language)
      return addStudy(context, given, selectionOf(info), async (tx, insert) => {
        await addDefinitions(tx, await insert({ places: [...beginning.places] }), beginning)
      })
    },
  },
}

/** Adds the study, and what `begin` gives it, in one transaction. */
function addStudy(
  { db, scope }: Pick<RequestContext, 'db' | 'scope'>,
  { siteid, name }: { siteid: string; name: string },
  selection: Selection,
  begin: (tx: Write, insert: (settings: Settings) => ReturnType<typeof insertStudy>) => Promise<void>,
) {
  const why = whyNotGiven(newStudyFields, { name })
  if (why) throw why
  const ids = { siteid, studyid: newId() }
  return write(db, scope, undefined, async (tx) => {
    if (!(await lockSite(tx, scope, siteid))) throw problem('site.missing', { field: 'siteid' })
    await begin(tx, (settings) => insertStudy(tx, { ...ids, ...cleanGiven(newStudyFields, { name }), ...settings }))
    return findStudy(tx, scope, siteid, ids.studyid, selection)
  })
}
