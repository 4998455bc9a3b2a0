import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
} from 'graphql'
import { JsonText } from '../database/json-text.ts'
import type { RequestContext } from './context.ts'

/** Types whose objects the database writes as JSON, each value under the name that the caller gave it (database/shape.ts). */
export const shapedTypes: ReadonlySet<string> = new Set([
  'Site',
  'Patient',
  'Device',
  'Study',
  'ActivityType',
  'FormType',
  'FormTypeField',
  'Subject',
  'SubjectDevice',
  'Form',
  'KeyValue',
  'Activity',
  'ReferenceData',
])

/** Lets GraphQL's own executor read such objects: by the caller's name instead of the field's. */
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

/** What a shaped object holds under the caller's name. */
export function valueUnder(source: unknown, key: string): unknown {
  return typeof source === 'object' && source !== null ? Reflect.get(source, key) : undefined
}

/** What answers a root field, before JSON is read for GraphQL's executor. */
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
      return answer instanceof JsonText ? answer.parse() : answer
    }
  }
}
