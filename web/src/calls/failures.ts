/** Who changed the record meanwhile, as reported by a CONFLICT. `at` is an Instant. */
export type Current = { version: number; by: string; at: string }

export type FailureParams = Record<string, string | number>

type FailureInit = {
  code: string
  message: string
  reason?: string | undefined
  params?: FailureParams | undefined
  field?: string | undefined
  current?: Current | undefined
  errorId?: string | undefined
}

/**
 * Any failure that is shown to the person. `message` is the English sentence; the screen shows the translation of
 * `reason` if there is one (see useFailureText). `field` names the invalid input. Codes in addition to the server's:
 * NETWORK (no response), UNEXPECTED (an exception in the browser).
 */
export class Failure extends Error {
  readonly code: string
  readonly reason: string | undefined
  readonly params: FailureParams
  readonly field: string | undefined
  readonly current: Current | undefined
  readonly errorId: string | undefined

  constructor(init: FailureInit) {
    super(init.message)
    this.name = 'Failure'
    this.code = init.code
    this.reason = init.reason
    this.params = init.params ?? {}
    this.field = init.field
    this.current = init.current
    this.errorId = init.errorId
  }
}

/** Thrown by a failed call, with at least one failure. */
export class CallFailed extends Error {
  readonly failures: readonly Failure[]

  constructor(failures: readonly Failure[]) {
    super(failures[0]?.message)
    this.name = 'CallFailed'
    this.failures = failures
  }
}

/** The failures in any thrown value: one per GraphQL error, else exactly one. */
export function failuresOf(thrown: unknown): readonly Failure[] {
  if (thrown instanceof Failure) return [thrown]
  if (thrown instanceof CallFailed) return thrown.failures
  if (isProblem(thrown)) {
    const { code, message, reason, params, field } = thrown
    return [new Failure({ code, message, reason, params: paramsOf(params), field })]
  }
  return [new Failure({ code: 'UNEXPECTED', message: thrown instanceof Error ? thrown.message : String(thrown) })]
}

/** One entry of `errors` in a GraphQL response. */
export function failureOfError(error: { message: string; extensions?: Record<string, unknown> }): Failure {
  const extensions = error.extensions ?? {}
  return new Failure({
    code: textOf(extensions.code) ?? 'INTERNAL',
    message: error.message,
    reason: textOf(extensions.reason),
    params: paramsOf(extensions.params),
    field: textOf(extensions.field),
    current: currentOf(extensions.current),
    errorId: textOf(extensions.errorId),
  })
}

type ProblemLike = { code: string; message: string; reason: string; params?: unknown; field?: string }

/** Recognises a rule's refusal (domain's Problem) by its shape, so that the initial load does not include the rules. */
function isProblem(thrown: unknown): thrown is ProblemLike {
  return thrown instanceof Error && 'reason' in thrown && 'code' in thrown
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function paramsOf(value: unknown): FailureParams {
  const params: FailureParams = {}
  if (typeof value !== 'object' || value === null) return params
  for (const [name, param] of Object.entries(value)) {
    if (typeof param === 'string' || typeof param === 'number') params[name] = param
  }
  return params
}

function currentOf(value: unknown): Current | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { version, by, at }: { version?: unknown; by?: unknown; at?: unknown } = value
  if (typeof version !== 'number') return undefined
  return { version, by: textOf(by) ?? '', at: textOf(at) ?? '' }
}
