import { createHash } from 'node:crypto'
import type {
  ImportAnswer,
  ImportMistake,
  ImportPlan,
  ImportTarget,
} from '@casebook/domain/exports/import/import-plan.ts'
import { mergeRetired } from '@casebook/domain/forms/forms.rules.ts'
import { caseKey } from '@casebook/domain/shared/names/names.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import type { Scope } from '../access/scope.ts'
import { lockChangeableStudy } from '../studies/studies.sql.ts'
import { countChangesAtCommit } from '../writes/statistics.ts'
import { newId } from '../writes/versions.ts'
import type { Write } from '../writes/write.ts'
import {
  type ImportPlace,
  insertSubjects,
  keyOfForm,
  lockFormType,
  lockPlannedForms,
  plannedForms,
  readTarget,
  saveForms,
} from './imports.sql.ts'
import type { NamedOrigin } from './origins.sql.ts'
import { planFile } from './thread/ask-thread.ts'
import type { GivenFile } from './thread/work.ts'

/**
 * Stands for all that the plans of a file's parts change: a form that somebody has changed since, added or removed makes it
 * another one. By the rows of the file, because the subjects of a plan may have no ids yet.
 */
export function startSeen() {
  const hash = createHash('sha256')
  return {
    add({ addSubjects, saveForms }: ImportPlan): void {
      const forms = saveForms.map(({ row, subject, visitid = '', occurrence = 1, version }) => {
        const subjectid = version !== null && 'subjectid' in subject ? subject.subjectid : ''
        return [row, subjectid, visitid, occurrence, version]
      })
      const subjects = addSubjects.map(({ row, subjectid }) => [row, subjectid])
      hash.update(JSON.stringify([subjects, forms]))
    },
    end: () => hash.digest('base64url'),
  }
}

function seenOf(plan: ImportPlan): string {
  const seen = startSeen()
  seen.add(plan)
  return seen.end()
}

/** Throws if importing changes something else than what was seen. */
export function expectSeen({ seen }: ImportPlace, { plan }: ImportAnswer): void {
  if (seen && plan && seenOf(plan) !== seen) throw problem('import.changed')
}

/**
 * Plans the import on the data that the transaction sees, and executes it. Throws if the file has a mistake, or changes
 * something else than what was seen.
 */
export async function applyImport(tx: Write, scope: Scope, place: ImportPlace, file: GivenFile): Promise<ImportAnswer> {
  if (place.formtypeid !== null) await lockFormType(tx, place)
  const { target, answer, plan } = await planAndLock(tx, scope, place, file)
  expectSeen(place, answer)
  await savePlan(tx, scope, { place, target, plan, added: [] })
  await countChangesAtCommit(tx)
  return answer
}

type Planned = {
  place: ImportPlace
  target: ImportTarget
  plan: ImportPlan
  /** The ids of the subjects that were added before, in their order. Those of the plan are appended. */
  added: string[]
}

/** Adds the subjects of a plan and saves its forms. */
export async function savePlan(tx: Write, scope: Scope, { place, target, plan, added }: Planned): Promise<void> {
  if (plan.addSubjects.length > 0) await lockChangeableStudy(tx, scope, place.studyid, place.siteid)
  const subjects = plan.addSubjects.map(({ subjectid, identifier }) => ({
    subjectid: subjectid ?? newId(),
    identifier,
    identifier_key: identifier === null ? null : caseKey(identifier),
  }))
  await insertSubjects(tx, place, subjects)
  for (const { subjectid } of subjects) added.push(subjectid)
  const { formtype } = target
  if (!formtype) return
  const stored = new Map(target.forms.map((form) => [keyOfForm(form), form]))
  const forms = plan.saveForms.map(({ subject, version, fields, confirmations, visitid, occurrence = 1, label }) => {
    const subjectid = 'added' in subject ? (added[subject.added] ?? '') : subject.subjectid
    const which = { subjectid, visitid: visitid ?? '', occurrence }
    const before = stored.get(keyOfForm(which))
    const saved = {
      fields: mergeRetired(before?.fields ?? [], fields, formtype),
      confirmed: confirmations ?? null,
      type_number: formtype.number,
      label: label === undefined ? (before?.label ?? null) : label,
    }
    return { ...which, version, ...saved }
  })
  await saveForms(tx, place, forms)
}

/**
 * Plans without a lock on any form, so that others can save forms meanwhile. Then locks the forms of the plan, and plans again
 * if one of them was changed. Each time, more forms of the file are locked, so this ends.
 */
async function planAndLock(tx: Write, scope: Scope, place: ImportPlace, file: GivenFile) {
  for (;;) {
    const target = await readTarget(tx, scope, place)
    const answer = await planFile(file, target)
    const { plan, mistakes } = answer
    if (!plan) throw problem('import.mistakes', { params: { count: mistakes.length } })
    if (await lockPlannedForms(tx, place, plannedForms(plan))) return { target, answer, plan }
  }
}

/** The reason of each change in the history: its source, and why its unusual values are right. The word is the same in both languages. */
export function reasonOf(filename: string, hash: string, confirmed: string | null = null): string {
  return `Import: ${filename} (SHA-256 ${hash})${confirmed === null ? '' : `; ${confirmed}`}`
}

/** The effects of an import, as returned to callers. */
export function outcomeOf({ plan, mistakes, leftOutColumns }: ImportAnswer, origins: readonly NamedOrigin[]) {
  const saved = plan?.saveForms ?? []
  return {
    seen: plan ? seenOf(plan) : null,
    addedSubjects: plan?.addSubjects.length ?? 0,
    addedForms: saved.filter(({ version }) => version === null).length,
    changedForms: saved.filter(({ version }) => version !== null).length,
    confirmed: saved.reduce((count, { confirmed = 0 }) => count + confirmed, 0),
    unchanged: plan?.unchanged ?? 0,
    leftOut: plan?.leftOut ?? 0,
    leftOutColumns,
    origins,
    mistakes: mistakes.map(shownMistake),
  }
}

/** A mistake as it is shown. */
export function shownMistake({ row, column, problem: why }: ImportMistake) {
  const { code, message, reason, params } = why
  return { row, column, code, message, reason, params: paramsOf(params) }
}

/** What prevents an import that the file alone would permit: a study that accepts no new subjects. */
export function refusedBy(answer: ImportAnswer, study: { status: string } | undefined): ImportAnswer {
  const [first] = answer.plan?.addSubjects ?? []
  const why = study && whyStudyTakesNoChanges(study)
  if (!first || !why) return answer
  return { ...answer, plan: undefined, mistakes: [{ row: first.row, column: null, problem: why }] }
}

/** The params of a problem, as a list. */
export function paramsOf(params: Readonly<Record<string, string | number>>): { key: string; value: string }[] {
  return Object.entries(params).map(([key, value]) => ({ key, value: String(value) }))
}
