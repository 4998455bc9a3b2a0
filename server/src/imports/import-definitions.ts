import type { DefinitionsPreview } from '@casebook/domain/exports/definitions/definitions.ts'
import type { LeftOutDefinition } from '@casebook/domain/exports/definitions/left-out.ts'
import type { LeftOut } from '@casebook/domain/form-exchange/exchange.ts'
import { storedDefinition } from '@casebook/domain/form-types/stored-definition.ts'
import { caseKey } from '@casebook/domain/shared/names/names.ts'
import { type Problem, problem } from '@casebook/domain/shared/problems.ts'
import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import type { Scope } from '../access/scope.ts'
import type { JudgedDefinition, LeftOutPart } from '../generated/resolvers.ts'
import { lockStudy } from '../studies/studies.sql.ts'
import { newId } from '../writes/versions.ts'
import type { Write } from '../writes/write.ts'
import { addVisits, insertDefinitions, readDefinitions } from './definitions.sql.ts'
import { paramsOf } from './import-file.ts'
import { previewText } from './thread/ask-thread.ts'

/** Adds the missing definitions to the study. Throws if anything prevents one of them. */
export async function makeDefinitions(tx: Write, scope: Scope, studyid: string, text: string) {
  // Imports into one study wait for each other, so that the second sees what the first has added.
  const study = await lockStudy(tx, scope, studyid)
  if (!study) throw problem('study.missing', { field: 'studyid' })
  const why = whyStudyTakesNoChanges(study)
  if (why) throw why
  const preview = await previewText(text, await readDefinitions(tx, scope, studyid))
  const refused = shownDefinitions(preview).filter(({ action }) => action === 'REFUSED')
  if (refused.length > 0) {
    throw problem('definitions.refused', { params: { names: refused.map(({ name }) => name).join(', ') } })
  }
  const formTypes = preview.formTypes.flatMap(({ action, definition: { identifier, fields, checks, repeats } }) => {
    if (action !== 'make') return []
    const stored = storedDefinition(identifier, fields, checks ?? [])
    return [{ formtypeid: newId(), ...stored, repeats: repeats === true }]
  })
  await insertDefinitions(tx, study, formTypes, newActivityTypes(preview))
  await addVisits(tx, study, newVisits(preview))
  return preview
}

/** The activity types that an import adds. */
export function newActivityTypes({ activityTypes }: DefinitionsPreview) {
  return activityTypes.flatMap(({ action, definition: { description, repeats } }) => {
    if (action !== 'make') return []
    const description_key = caseKey(description)
    return [{ activitytypeid: newId(), description, description_key, repeats: repeats === true }]
  })
}

/** The visits that an import adds, in the order of the file. */
export function newVisits({ visits }: DefinitionsPreview) {
  return visits.flatMap(({ action, definition }) => (action === 'make' ? [definition] : []))
}

const actions = { make: 'MAKE', same: 'SAME', refused: 'REFUSED' } as const

/** A preview as returned to callers: one list, with the form types first and the visits last. */
export function shownDefinitions({ formTypes, activityTypes, visits }: DefinitionsPreview): JudgedDefinition[] {
  return [
    ...formTypes.map(({ definition, action, why }) => ({
      kind: 'FORM_TYPE' as const,
      name: definition.identifier,
      fields: definition.fields.length,
      action: actions[action],
      ...problemFields(why),
    })),
    ...activityTypes.map(({ definition, action, why }) => ({
      kind: 'ACTIVITY_TYPE' as const,
      name: definition.description,
      fields: 0,
      action: actions[action],
      ...problemFields(why),
    })),
    ...visits.map(({ definition, action, why }) => ({
      kind: 'VISIT' as const,
      name: definition.name,
      fields: 0,
      action: actions[action],
      ...problemFields(why),
    })),
  ]
}

/** A file of definitions as returned to callers. */
export function shownFile(preview: DefinitionsPreview) {
  const leftOut = preview.leftOut.map((one) => shownLeftOut(partOf(one)))
  return { definitions: shownDefinitions(preview), leftOut, leftOutCount: leftOut.length }
}

function partOf(one: LeftOutDefinition): LeftOut {
  const place = { sheet: null, row: null, field: null }
  if ('activityType' in one)
    return { ...place, text: one.activityType, why: problem('definitions.removed.activity-type') }
  const { formType, field } = one
  if (field === undefined) return { ...place, text: formType, why: problem('definitions.removed.form-type') }
  return { ...place, sheet: formType, text: field, why: problem('definitions.retired') }
}

/** What is left out, as returned to callers. */
export function shownLeftOut({ why, ...rest }: LeftOut): LeftOutPart {
  return { ...rest, message: why.message, reason: why.reason, params: paramsOf(why.params) }
}

function problemFields(why: Problem | undefined) {
  return { message: why?.message ?? null, reason: why?.reason ?? null, params: paramsOf(why?.params ?? {}) }
}
