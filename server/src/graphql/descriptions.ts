import {
  type GraphQLField,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedDirective,
} from 'graphql'
import { allowedGroups, isBrowserOnly, neededScope } from './allow.ts'
import type { RequestContext } from './context.ts'

/** Descriptions of names that occur everywhere. A field or argument with its own description keeps it. */
const everywhere: Readonly<Record<string, string>> = {
  siteid: 'The id of the site.',
  studyid: 'The id of the study.',
  subjectid: 'The id of the subject.',
  deviceid: 'The identifier of the device.',
  activitytypeid: 'The id of the activity type.',
  formtypeid: 'The id of the form type.',
  referencedataid: 'The id of the file.',
  visitid: 'The id of the visit that it belongs to; null if it belongs to none.',
  documentid: 'The id of the document.',
  personid: 'The id of the person.',
  sessionid: 'The id of the session.',
  tokenid: 'The id of the access token.',
  exportid: 'The id of the export.',
  importid: 'The id of the import.',
  changedAt: 'When the record was last changed.',
  changedBy: 'The name of the person who last changed the record.',
}

const inAnswers: Readonly<Record<string, string>> = {
  ...everywhere,
  occurrence:
    'Which one of its subject, type and visit it is, from 1. Given by the server and never used again. Always 1 where the type does not repeat.',
  version: 'Increases with each change. Pass it with a write to detect changes made in the meantime.',
}

const inCalls: Readonly<Record<string, string>> = {
  ...everywhere,
  version: 'The version that was read. The write is refused with CONFLICT if the record has changed since.',
  visitid: 'The id of the visit that it belongs to. If omitted, what belongs to none.',
  occurrence:
    'Which one of its subject, type and visit. If omitted, the only one; refused with BAD_INPUT if there are several.',
  reason: 'The reason for the change, recorded in the history.',
  input: 'The values to write.',
}

type Described = { readonly name: string; description?: string | null | undefined }

/** Completes the descriptions that callers see: common names, and for each root field who may call it. */
export function completeDescriptions(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue
    // Text from a scalar's code replaces the schema's, which does not describe it there.
    if (isScalarType(type)) type.description ??= type.astNode?.description?.value
    if (isInputObjectType(type)) complete(Object.values(type.getFields()), inCalls)
    else if (isObjectType(type) || isInterfaceType(type)) {
      const fields = Object.values(type.getFields())
      complete(fields, inAnswers)
      for (const { args } of fields) complete(args, inCalls)
    }
  }
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
    for (const field of Object.values(root?.getFields() ?? {}))
      field.description = [field.description, whoMayCall(schema, field)].filter(Boolean).join('\n\n')
}

function complete(described: readonly Described[], texts: Readonly<Record<string, string>>) {
  for (const one of described) one.description ??= texts[one.name]
}

function whoMayCall(schema: GraphQLSchema, field: GraphQLField<unknown, RequestContext>): string {
  const groups = allowedGroups(schema, field)
  const who = groups.includes('signed-in') ? 'Everybody who is signed in' : `Members of ${inWords(groups)}`
  const how = isBrowserOnly(schema, field)
    ? 'not by access token'
    : `by access token with the scope ${neededScope(schema, field)}`
  return `${who} may call it; ${how}.`
}

function inWords(groups: readonly string[]): string {
  return groups.length < 2 ? groups.join() : `${groups.slice(0, -1).join(', ')} or ${groups.at(-1)}`
}

/** The schema elements without a description, such as `Query.getSite(siteid:)`. */
export function undescribed(schema: GraphQLSchema): string[] {
  const missing: string[] = []
  const look = ({ description }: { description?: string | null | undefined }, place: string) => {
    if (!description?.trim()) missing.push(place)
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue
    look(type, type.name)
    if (isEnumType(type)) for (const value of type.getValues()) look(value, `${type.name}.${value.name}`)
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) look(field, `${type.name}.${field.name}`)
    if (!isObjectType(type) && !isInterfaceType(type)) continue
    for (const field of Object.values(type.getFields())) {
      look(field, `${type.name}.${field.name}`)
      for (const argument of field.args) look(argument, `${type.name}.${field.name}(${argument.name}:)`)
    }
  }
  for (const directive of schema.getDirectives().filter((one) => !isSpecifiedDirective(one))) {
    look(directive, `@${directive.name}`)
    for (const argument of directive.args) look(argument, `@${directive.name}(${argument.name}:)`)
  }
  return missing
}
