import type { GraphQLResolveInfo } from 'graphql'
import type { JsonText } from '../database/json-text.ts'

/** A resolver answers its value or, for a whole root field, the JSON of it as the database wrote it. */
export type ResolverFn<Result, Parent, Context, Args> = (
  parent: Parent,
  args: Args,
  context: Context,
  info: GraphQLResolveInfo,
) => Promise<Result | JsonText> | Result | JsonText
