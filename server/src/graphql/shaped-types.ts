import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
} from 'graphql'
import { JsonText, TextPieces } from '../database/json-text.ts'
import { shapedTypes } from '../shapes/shape/shape.ts'
import type { RequestContext } from './context.ts'

/** Lets GraphQL's executor read such objects by the caller's alias instead of the field's name. */
export function readShapedTypes(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || !shapedTypes.has(type.name)) continue
    for (const field of Object.values(type.getFields())) {
      if (field.resolve) field.extensions = { ...field.extensions, needsResolver: true }
      field.resolve ??= (source: unknown, _args, _context, info) => valueUnder(source, String(info.path.key))
    }
  }
  for (const root of [schema.getQueryType(), schema.getMutationType()]) if (root) readJsonText(root)
}

/** The value of a shaped object under the caller's alias. */
export function valueUnder(source: unknown, key: string): unknown {
  return typeof source === 'object' && source !== null ? Reflect.get(source, key) : undefined
}

/** The answer of a root field before GraphQL's executor parses its JSON. */
export const unreadAnswers = new WeakMap<
  GraphQLField<unknown, RequestContext>,
  GraphQLFieldResolver<unknown, RequestContext>
>()

function readJsonText(root: GraphQLObjectType<unknown, RequestContext>) {
  for (const field of Object.values(root.getFields())) {
    const { resolve = defaultFieldResolver } = field
    unreadAnswers.set(field, resolve)
    field.resolve = async (source, args, context, info) => {
      const answer: unknown = await resolve(source, args, context, info)
      if (answer instanceof TextPieces) return answer.join()
      return answer instanceof JsonText ? answer.parse() : answer
    }
  }
}
