import {
  type GraphQLError,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  isNonNullType,
  locatedError,
} from 'graphql'
import { JsonText, TextPieces } from '../database/json-text.ts'
import type { RequestContext } from '../graphql/context.ts'
import { unreadAnswers } from '../graphql/shaped-types.ts'
import type { Plan, RootField } from './plans.ts'

type Asked = { schema: GraphQLSchema; plan: Plan; context: RequestContext; variableValues: Record<string, unknown> }

type Outcome = { key: string; json: readonly string[] } | { key: string; json: readonly string[]; error: GraphQLError }

/**
 * Responds to an operation whose root fields PostgreSQL returns as JSON text. The texts are written in pieces, because
 * concatenating long ones costs as much as sending them, and they are never parsed. `mask` masks errors.
 */
export async function answerDirectly(
  asked: Asked & { fields: readonly RootField[] },
  mask: (error: GraphQLError) => GraphQLError,
): Promise<string[]> {
  const { plan, fields } = asked
  const outcomes: Outcome[] = []
  if (plan.operation.operation === 'mutation') {
    for (const field of fields) {
      const outcome = await outcomeOf(asked, field)
      outcomes.push(outcome)
      if ('error' in outcome && isNonNullType(field.field.type)) break
    }
  } else {
    outcomes.push(...(await Promise.all(fields.map((field) => outcomeOf(asked, field)))))
  }

  const failed = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome] : []))
  const isWhole = failed.every(({ key }) => !isNonNullType(fields.find((field) => field.key === key)?.field.type))
  const data = isWhole
    ? ['{', ...outcomes.flatMap(({ key, json }, place) => [`${place > 0 ? ',' : ''}"${key}":`, ...json]), '}']
    : ['null']
  const errors = JSON.stringify(failed.map(({ error }) => mask(error)))
  const head = failed.length === 0 ? ['{"data":'] : ['{"errors":', errors, ',"data":']
  return [...head, ...data, '}']
}

async function outcomeOf(
  { schema, plan, context, variableValues }: Asked,
  { key, field, nodes }: RootField,
): Promise<Outcome> {
  const [node] = nodes
  const path = { key, prev: undefined, typename: plan.parent.name }
  try {
    const resolve = unreadAnswers.get(field)
    if (!node || !resolve) throw new Error(`${field.name} has no resolver.`)
    const info: GraphQLResolveInfo = {
      fieldName: field.name,
      fieldNodes: nodes,
      returnType: field.type,
      parentType: plan.parent,
      path,
      schema,
      fragments: plan.fragments,
      rootValue: undefined,
      operation: plan.operation,
      variableValues,
    }
    const answer: unknown = await resolve(undefined, getArgumentValues(field, node, variableValues), context, info)
    if (answer instanceof JsonText) return { key, json: [answer.text] }
    if (answer instanceof TextPieces) return { key, json: await jsonOf(answer, context) }
    throw new Error(`${field.name} did not return JSON from the database.`)
  } catch (cause) {
    return { key, json: ['null'], error: locatedError(cause, nodes, [key]) }
  }
}

/** A long text as JSON, one piece at a time of all that its caller reads. Other calls go on in between. */
async function jsonOf({ pieces }: TextPieces, { mainThread, scope }: RequestContext): Promise<string[]> {
  const json = ['"']
  for (const piece of pieces) {
    await mainThread.nextPiece(scope.actor.personid)
    json.push(mainThread.measured(scope.actor.personid, () => JSON.stringify(piece).slice(1, -1)))
  }
  return [...json, '"']
}
