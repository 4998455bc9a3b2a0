import { GraphQLError, GraphQLScalarType, Kind } from 'graphql'

function epochSeconds(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw new GraphQLError('EpochSeconds is a whole number of seconds since 1970-01-01T00:00:00Z.', {
    extensions: { code: 'BAD_INPUT' },
  })
}

/** Whole seconds since 1970-01-01T00:00:00Z, negative before that, not limited to 32 bits. */
export const EpochSeconds = new GraphQLScalarType<number, number>({
  name: 'EpochSeconds',
  serialize: epochSeconds,
  parseValue: epochSeconds,
  parseLiteral: (node) => epochSeconds(node.kind === Kind.INT ? Number(node.value) : undefined),
})

function instant(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string' && !Number.isNaN(Date.parse(value))) return new Date(value).toISOString()
  throw new GraphQLError('Instant is a time in ISO 8601, such as 2026-10-20T07:50:00.000Z.', {
    extensions: { code: 'BAD_INPUT' },
  })
}

/** A timestamp in ISO 8601, UTC, with milliseconds. */
export const Instant = new GraphQLScalarType<string, string>({
  name: 'Instant',
  serialize: instant,
  parseValue: instant,
})
