import type { DefinitionsPreview } from '@casebook/domain/exports/definitions/definitions.ts'
import type { ImportAnswer } from '@casebook/domain/exports/import/import-plan.ts'
import type { RedcapData } from '@casebook/domain/form-exchange/redcap-data/read-data.ts'
import { Problem, type ProblemParams, type Reason } from '@casebook/domain/shared/problems.ts'
import type { FormFileAnswer } from './read-form-file.ts'

/** What goes from one thread to another is copied, and the copy of a Problem is a plain Error: it is sent as these. */
export type SentProblem = {
  reason: Reason
  params: ProblemParams
  field: string | undefined
  details: Readonly<Record<string, unknown>>
}

export function sentProblem({ reason, params, field, details }: Problem): SentProblem {
  return { reason, params, field, details }
}

export function receivedProblem(sent: SentProblem): Problem {
  return new Problem(sent.reason, sent.params, sent)
}

export function sentPlan(answer: ImportAnswer) {
  return { ...answer, mistakes: answer.mistakes.map((one) => ({ ...one, problem: sentProblem(one.problem) })) }
}

export function receivedPlan({ mistakes, plan, ...read }: ReturnType<typeof sentPlan>): ImportAnswer {
  if (plan) return { ...read, plan, mistakes: [] }
  return { ...read, plan, mistakes: mistakes.map((one) => ({ ...one, problem: receivedProblem(one.problem) })) }
}

export function sentRedcap({ mistakes, ...read }: RedcapData) {
  return { ...read, mistakes: mistakes.map((one) => ({ ...one, problem: sentProblem(one.problem) })) }
}

export function receivedRedcap({ mistakes, ...read }: ReturnType<typeof sentRedcap>): RedcapData {
  return { ...read, mistakes: mistakes.map((one) => ({ ...one, problem: receivedProblem(one.problem) })) }
}

type Checked = { why?: Problem }
type SentChecked<T extends Checked> = Omit<T, 'why'> & { why: SentProblem | undefined }

function sentChecked<T extends Checked>({ why, ...rest }: T): SentChecked<T> {
  return { ...rest, why: why && sentProblem(why) }
}

function receivedChecked<T extends Checked>({ why, ...rest }: SentChecked<T>) {
  return { ...rest, ...(why && { why: receivedProblem(why) }) }
}

export function sentPreview({ formTypes, activityTypes, visits, leftOut }: DefinitionsPreview) {
  return {
    leftOut,
    formTypes: formTypes.map(sentChecked),
    activityTypes: activityTypes.map(sentChecked),
    visits: visits.map(sentChecked),
  }
}

export function receivedPreview(sent: ReturnType<typeof sentPreview>): DefinitionsPreview {
  return {
    leftOut: sent.leftOut,
    formTypes: sent.formTypes.map(receivedChecked),
    activityTypes: sent.activityTypes.map(receivedChecked),
    visits: sent.visits.map(receivedChecked),
  }
}

export function sentFormFile({ preview, leftOut, ...read }: FormFileAnswer) {
  return {
    ...read,
    preview: sentPreview(preview),
    leftOut: leftOut.map((one) => ({ ...one, why: sentProblem(one.why) })),
  }
}

export function receivedFormFile({ preview, leftOut, ...read }: ReturnType<typeof sentFormFile>): FormFileAnswer {
  return {
    ...read,
    preview: receivedPreview(preview),
    leftOut: leftOut.map((one) => ({ ...one, why: receivedProblem(one.why) })),
  }
}
