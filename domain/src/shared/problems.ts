import { accessProblems } from './problems/access.ts'
import { exchangeProblems } from './problems/exchange.ts'
import { filesProblems } from './problems/files.ts'
import { importsProblems } from './problems/imports.ts'
import { movingProblems } from './problems/moving.ts'
import type { CatalogueEntry, ProblemCode } from './problems/problem-code.ts'
import { recordsProblems } from './problems/records.ts'
import { serverProblems } from './problems/server.ts'
import { signInProblems } from './problems/sign-in.ts'
import { valuesProblems } from './problems/values.ts'
import { visitsProblems } from './problems/visits.ts'

/**
 * Every expected failure. A sentence says what to do; `{param}` is a placeholder for a value. The browser also parses
 * sentences as ICU messages: no apostrophe before a brace, no `<`, braces for params only.
 */
export const catalogue = {
  ...accessProblems,
  ...signInProblems,
  ...recordsProblems,
  ...movingProblems,
  ...valuesProblems,
  ...visitsProblems,
  ...filesProblems,
  ...importsProblems,
  ...exchangeProblems,
  ...serverProblems,
} as const satisfies Record<string, CatalogueEntry>

export type Reason = keyof typeof catalogue

type Placeholders<Sentence> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never
type ParamNames<R extends Reason> = Placeholders<(typeof catalogue)[R]['sentence']>
export type ProblemParams = Readonly<Record<string, string | number>>

type Details = {
  /** The invalid argument or form field, as spelled in the contract or the form type. */
  field?: string | undefined
  /** Additional `extensions` of the answer, such as `current` of a conflict or `retryAfterSeconds`. */
  details?: Readonly<Record<string, unknown>>
}
type Options<R extends Reason> = [ParamNames<R>] extends [never]
  ? [options?: Details]
  : [options: Details & { params: Readonly<Record<ParamNames<R>, string | number>> }]

/** An expected failure. `message` is the English sentence. Created by `problem`. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly reason: Reason
  readonly params: ProblemParams
  readonly field: string | undefined
  readonly details: Readonly<Record<string, unknown>>

  constructor(reason: Reason, params: ProblemParams, options: Details) {
    super(fillIn(catalogue[reason].sentence, params))
    this.name = 'Problem'
    this.code = catalogue[reason].code
    this.reason = reason
    this.params = params
    this.field = options.field
    this.details = options.details ?? {}
  }
}

/** Creates the problem for a reason of the catalogue. Params are required if its sentence has placeholders. */
export function problem<R extends Reason>(reason: R, ...[options]: Options<R>): Problem {
  const given: Details & { params?: ProblemParams } = options ?? {}
  return new Problem(reason, given.params ?? {}, given)
}

/** Whether a received text is a reason that this build knows. */
export function isReason(text: unknown): text is Reason {
  return typeof text === 'string' && Object.hasOwn(catalogue, text)
}

/** Inserts the params into a sentence. A placeholder without a value is kept. */
export function fillIn(sentence: string, params: ProblemParams): string {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder))
}
