import { printSchema } from 'graphql'
import { makeSchema } from '../composition/schema.ts'
import { type Command, refuseArguments } from './command/command.ts'

export const schemaCommand: Command = {
  usage: '',
  summary: 'prints the GraphQL schema as the server answers it at /graphql/schema',
  needsNoSettings: true,
  async run(args, { say }) {
    refuseArguments(args, 'schema')
    say(printSchema(makeSchema()))
    return true
  },
}
