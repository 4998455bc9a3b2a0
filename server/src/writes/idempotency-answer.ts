import { isReason, Problem, type ProblemParams } from '@casebook/domain/shared/problems.ts'
import { JsonText } from '../database/json-text.ts'

/** Serialises a transaction's answer: plain values, JSON of the database, timestamps, and problems that were committed. */
type StoredAnswer =
  | { is: 'nothing' }
  | { is: 'plain'; value: string | number | boolean | null }
  | { is: 'json'; text: string }
  | { is: 'time'; at: string }
  | { is: 'list'; items: StoredAnswer[] }
  | { is: 'object'; fields: [string, StoredAnswer][] }
  | { is: 'problem'; reason: string; params: ProblemParams; field?: string; details: Readonly<Record<string, unknown>> }

export function serializeAnswer(answer: unknown): string {
  return JSON.stringify(keptOf(answer))
}

/** Restores the same answer. */
export function parseAnswer(text: string): unknown {
  const kept: StoredAnswer = JSON.parse(text)
  return answerOf(kept)
}

function keptOf(answer: unknown): StoredAnswer {
  if (answer === undefined) return { is: 'nothing' }
  if (answer === null || typeof answer === 'string' || typeof answer === 'number' || typeof answer === 'boolean')
    return { is: 'plain', value: answer }
  if (answer instanceof JsonText) return { is: 'json', text: answer.text }
  if (answer instanceof Date) return { is: 'time', at: answer.toISOString() }
  if (Array.isArray(answer)) return { is: 'list', items: answer.map(keptOf) }
  if (answer instanceof Problem) {
    const { reason, params, field, details } = answer
    return { is: 'problem', reason, params, details, ...(field !== undefined && { field }) }
  }
  if (typeof answer !== 'object' || answer instanceof Error)
    throw new Error(`A ${typeof answer} can't be kept as an answer.`)
  return { is: 'object', fields: Object.entries(answer).map(([name, value]) => [name, keptOf(value)]) }
}

function answerOf(kept: StoredAnswer): unknown {
  switch (kept.is) {
    case 'nothing':
      return undefined
    case 'plain':
      return kept.value
    case 'json':
      return new JsonText(kept.text)
    case 'time':
      return new Date(kept.at)
    case 'list':
      return kept.items.map(answerOf)
    case 'object':
      return Object.fromEntries(kept.fields.map(([name, value]) => [name, answerOf(value)]))
    case 'problem': {
      const { reason, params, field, details } = kept
      if (!isReason(reason)) throw new Error(`${reason} is not a problem of this version.`)
      return new Problem(reason, params, { field, details })
    }
  }
}
