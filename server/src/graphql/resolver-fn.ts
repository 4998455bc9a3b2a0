import type { GraphQLResolveInfo } from 'graphql'
import type { JsonText } from '../database/json-text.ts'

/** A resolver returns its value or, for a whole root field, its JSON text from the database. */
export type ResolverFn<Result, Parent, Context, Args> = (
  parent: Parent,
  args: Args,
  context: Context,
  info: GraphQLResolveInfo,
) => Promise<Result | JsonText> | Result | JsonText
