import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { Random } from '../random.ts'
import type { Pool } from './pool.ts'
import { hostileNumbers, hostileTexts, plainText, wrongTypes } from './values.ts'

type CallSettings = { schema: GraphQLSchema; pool: Pool; random: Random; site: string; removes?: RegExp }

/** The probabilities of a hostile value and of one with another type. Others are valid. */
type FaultRates = { hostile: number; wrong: number }

/** Not called: they would sign out the people who make the calls. */
const untouched = /^(deactivatePerson|updatePerson|approvePerson|endPersonSessions|.*Session.*)$/

/** By field: the ids whose removal would remove everything that the other calls use. */
const removing: Record<string, RegExp> = {
  removeSite: /^siteid$/,
  removeStudy: /^studyid$/,
  updateStudy: /^studyid$/,
  removeSubject: /^subjectid$/,
  removeFormType: /^formtypeid$/,
  removeActivityType: /^activitytypeid$/,
}

/** A body with the structure of the schema and values of all kinds. */
export function wellShapedCall(making: CallSettings): string {
  const { schema, random } = making
  const isQuery = random.chance(0.45)
  const root = isQuery ? schema.getQueryType() : schema.getMutationType()
  const fields = Object.values(root?.getFields() ?? {}).filter(({ name }) => !untouched.test(name))
  const field = random.pick(fields)
  const malice = random.pick<FaultRates>([
    { hostile: 0, wrong: 0 },
    { hostile: 0, wrong: 0 },
    { hostile: 0, wrong: 0 },
    { hostile: 0.15, wrong: 0 },
    { hostile: 0.5, wrong: 0.02 },
    { hostile: 0.05, wrong: 0.2 },
  ])
  const removes = removing[field.name]
  const asking = removes ? { ...making, removes } : making
  const given = field.args.filter((arg) => isNonNullType(arg.type) || random.chance(0.3))
  const variables = given.map(({ name, type }) => `${JSON.stringify(name)}:${valueFor(asking, type, name, malice)}`)
  const declared = given.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')
  const passed = given.map(({ name }) => `${name}: $${name}`).join(', ')
  const below = selectionOf(making, field, 1)
  const query = `${isQuery ? 'query' : 'mutation'}${declared && `(${declared})`} { ${field.name}${passed && `(${passed})`} ${below} }`
  return `{"query":${JSON.stringify(query)},"variables":{${variables.join(',')}}}`
}

/** A value as JSON. */
function valueFor(making: CallSettings, type: GraphQLInputType, name: string, malice: FaultRates): string {
  const { random } = making
  if (isNonNullType(type)) return valueFor(making, type.ofType, name, malice)
  if (random.chance(malice.wrong)) return random.pick(wrongTypes)
  if (isListType(type)) {
    const length = random.chance(malice.hostile / 10) ? 600 : random.below(5)
    return `[${Array.from({ length }, () => valueFor(making, type.ofType, name, malice)).join(',')}]`
  }
  if (isInputObjectType(type)) {
    const pairs = Object.values(type.getFields())
      .filter((field) => isNonNullType(field.type) || random.chance(0.3))
      .map((field) => `${JSON.stringify(field.name)}:${valueFor(making, field.type, field.name, malice)}`)
    if (random.chance(malice.hostile / 20)) pairs.push('"__proto__":{"version":1}')
    return `{${pairs.join(',')}}`
  }
  if (isEnumType(type)) return JSON.stringify(random.pick(type.getValues()).name)
  return scalarOf(making, type.name, name, malice)
}

function scalarOf(
  { random, pool, site, removes }: CallSettings,
  type: string,
  name: string,
  { hostile }: FaultRates,
): string {
  if (random.chance(hostile)) {
    if (type === 'Int' || type === 'Float' || type === 'EpochSeconds') return random.pick(hostileNumbers)
    return JSON.stringify(random.pick(hostileTexts))
  }
  switch (type) {
    case 'Boolean':
      return String(random.chance(0.5))
    case 'Int':
      return String(random.pick([1, 1, 1, 2, 3, 40]))
    case 'Float':
    case 'EpochSeconds':
      return String(1_790_000_000 + random.below(1_000_000))
    case 'Instant':
      return JSON.stringify(new Date(1_790_000_000_000 + random.below(1_000_000)).toISOString())
    default: {
      // Occasionally an id that belongs to somebody else, or to another kind of record.
      const pick = removes?.test(name) ? pool.pickSpare : pool.pick
      const known = random.chance(0.05) && !removes ? pool.pickAny(random) : pick(random, site, name)
      if (known !== undefined && random.chance(0.95)) return JSON.stringify(known)
      return JSON.stringify(plainWord(random, name))
    }
  }
}

function plainWord(random: Random, name: string): string {
  if (name === 'deviceid') return `D${random.below(100_000)}`
  if (name === 'identifier' && random.chance(0.1)) return letters(random)
  if (name === 'key') return random.pick(['date', 'Weight', 'Hand'])
  if (name === 'value') return random.pick(['1792497600', '71.5', 'left'])
  return plainText(random)
}

function letters(random: Random): string {
  return Array.from({ length: 8 }, () => String.fromCharCode(97 + random.below(26))).join('')
}

function selectionOf(making: CallSettings, field: GraphQLField<unknown, unknown>, depth: number): string {
  const type = getNamedType(field.type)
  if (!isCompositeType(type)) return ''
  if (!isObjectType(type)) return '{ __typename }'
  const { random } = making
  const chosen = Object.values(type.getFields()).filter((candidate) => {
    const isDeep = isCompositeType(getNamedType(candidate.type))
    return random.chance(isDeep ? 0.5 / depth : 0.6) && (!isDeep || depth < 5)
  })
  const parts = chosen.map((candidate) => {
    const alias = random.chance(0.05) ? `a${random.below(9)}_${candidate.name}: ` : ''
    return `${alias}${candidate.name} ${selectionOf(making, candidate, depth + 1)}`
  })
  if (parts.length === 0 || random.chance(0.1)) parts.push('__typename')
  const inner = parts.join(' ')
  return random.chance(0.05) ? `{ ... on ${type.name} { ${inner} } }` : `{ ${inner} }`
}
