import { userInfo } from 'node:os'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { Actor } from '../../access/scope.ts'
import { connect, type Database } from '../../database/connect.ts'
import { databaseMistake } from '../../database/database-mistakes.ts'
import type { Person } from '../../identity/people/people.sql.ts'
import { commandLine } from '../../mistakes/command-line.ts'
import { CommandError } from './command.ts'
import { type WithDatabase, withDatabase } from './command-database.ts'

/** The actor is whoever uses the server's shell. The history keeps the account name on the machine. */
export function shellActor(command: string): Actor {
  return { kind: 'system', personid: `system:${command}`, name: `${userInfo().username} by ${command}`, groups: [] }
}

export async function withPeople<T>(context: WithDatabase, work: (db: Database) => Promise<T>): Promise<T> {
  return withDatabase(context, async ({ runtime }) => {
    const { db, close } = connect(runtime, {
      size: 2,
      onError: (err) => context.log.warn({ err }, 'the database connection was lost'),
    })
    try {
      return await work(db)
    } catch (error) {
      const isEmpty = error instanceof Error && 'code' in error && error.code === '42P01'
      if (isEmpty)
        throw new CommandError(
          `The database is not set up yet: run "${commandLine('migrate')}", or start the server once.`,
        )
      throw databaseMistake(error, { setting: 'DATABASE_URL', url: runtime.connectionString }) ?? error
    } finally {
      await close()
    }
  })
}

/** Reads a command's named arguments, each a text. Throws a usage error for any other. */
export function readOptions<Name extends string>(
  args: readonly string[],
  names: readonly Name[],
  usage: string,
): Partial<Record<Name, string>> {
  const options: ParseArgsOptionsConfig = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  try {
    const { values } = parseArgs({ args: [...args], options, strict: true, allowPositionals: false })
    const given = names.flatMap((name) => (typeof values[name] === 'string' ? [[name, values[name]]] : []))
    return Object.fromEntries(given)
  } catch (error) {
    const why = error instanceof Error ? error.message : ''
    throw new CommandError(`${why}\nUsage: ${usage}`, { isUsage: true })
  }
}

type Named = { iss?: string | undefined; sub?: string | undefined }

/** Finds the one person with this sub and, if several providers have it, this issuer. */
export async function findNamed(db: Database, { iss, sub = '' }: Named): Promise<Person> {
  const found = await db
    .selectFrom('person')
    .selectAll()
    .where('sub', '=', sub)
    .$if(iss !== undefined, (query) => query.where('issuer', '=', iss ?? ''))
    .execute()
  const [person, another] = found
  if (!person) throw new CommandError(`Nobody with the sub ${sub} has signed in${iss ? ` through ${iss}` : ''} yet.`)
  if (another)
    throw new CommandError(
      `Several people have the sub ${sub}; say which by --iss: ${found.map(({ issuer }) => issuer).join(', ')}`,
    )
  return person
}
