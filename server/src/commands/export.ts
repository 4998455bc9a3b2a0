import { rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { whyNotExportInput } from '@casebook/domain/exports/exports.rules.ts'
import { proveScope } from '../access/scope.ts'
import { seal } from '../access/site-data.ts'
import { exportToFile } from '../bundles/job/export-to-file.ts'
import { exportTimeouts, openSource } from '../bundles/job/standby.ts'
import { connect } from '../database/connect.ts'
import { hasExportPlace, hasSubjects, insertExport } from '../exports/exports.sql.ts'
import { makeMailer } from '../mail/mailer.ts'
import { write } from '../writes/write.ts'
import { type Command, type CommandContext, CommandError } from './command/command.ts'
import { openCommandStore, type WithDatabase, type WithStore, withDatabase } from './command/command-database.ts'
import { shellActor } from './command/command-people.ts'

const usage =
  'export --site S [--study ID] [--subject ID ...] [--closed-only] [--deleted] [--deidentified] [--bids] [--segments] [--seed N] [--parquet] [--redcap] [--no-files] [--no-history] --to FILE.zip'

export const exportCommand: Command = {
  usage: usage.slice('export '.length),
  summary: 'writes all that a site, a study or some of its subjects hold to a ZIP',
  async run(args, context: WithDatabase & WithStore & CommandContext<'studyTimezone'>) {
    const { to, place, asked } = readArguments(args)
    const { config, log } = context
    const store = await openCommandStore(context)
    return withDatabase(context, async ({ runtime }) => {
      const scope = proveScope(shellActor('export'), 'all')
      const { db: people, close } = connect(runtime, {
        size: 4,
        timeouts: exportTimeouts,
        onError: (err) => log.warn({ err }, 'a database connection was lost'),
      })
      const db = seal(people)
      try {
        const { subjectids } = asked
        const isThere =
          (await hasExportPlace(db, scope, place)) &&
          (!subjectids || (await hasSubjects(db, scope, { ...place, subjectids })))
        if (!isThere)
          throw new CommandError(
            'There is no such site, study or subject: see their ids in the address of their screens.',
          )
        const making = `${to}.part`
        await prepareFile(making)
        const exportid = await write(db, scope, undefined, (tx) =>
          insertExport(tx, scope, { ...place, ...asked, to_store: false }, ''),
        )
        const mailer = makeMailer({ db: people, secret: '', from: '', log })
        const makers = {
          db,
          people,
          scope,
          store,
          mailer,
          log,
          zone: config.studyTimezone,
          openSource: openSource(people, config),
        }
        const { sha256, size, faultyFiles } = await exportToFile(
          makers,
          exportid,
          `${hostname()} ${process.pid}`,
          making,
        ).catch(async (error) => {
          await rm(making, { force: true })
          throw error
        })
        await rename(making, to)
        context.say(`${to}: ${size} bytes. SHA-256 of its manifest.json: ${sha256}`)
        if (faultyFiles > 0)
          context.say(
            `${faultyFiles} uploaded ${faultyFiles === 1 ? 'file is' : 'files are'} missing in the store or differ from the upload: see problems.csv in the ZIP.`,
          )
        return true
      } finally {
        await close()
      }
    })
  },
}

/** Removes what an interrupted command left. Throws if the file can't be written, before anything is recorded. */
async function prepareFile(path: string): Promise<void> {
  try {
    await writeFile(path, '')
    await rm(path)
  } catch (error) {
    throw new CommandError(`The file cannot be written: ${error instanceof Error ? error.message : error}`)
  }
}

function readArguments(args: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = {
    site: text,
    study: text,
    subject: { ...text, multiple: true } as const,
    to: text,
    'no-files': flag,
    'no-history': flag,
    'closed-only': flag,
    deleted: flag,
    deidentified: flag,
    bids: flag,
    parquet: flag,
    redcap: flag,
    segments: flag,
    seed: text,
  }
  const refuse = (why: string) => new CommandError(`${why}\nUsage: ${usage}`, { isUsage: true })
  const { values } = (() => {
    try {
      return parseArgs({ args: [...args], options, strict: true })
    } catch (error) {
      throw refuse(error instanceof Error ? error.message : '')
    }
  })()
  if (!values.site) throw refuse('--site is missing.')
  if (!values.to) throw refuse('--to is missing.')
  if (values.seed && !/^-?\d{1,9}$/.test(values.seed)) throw refuse('--seed is no number.')
  const named = [...new Set(values.subject)]
  if (named.length > 0 && !values.study) throw refuse('--subject needs --study.')
  if (named.includes('')) throw refuse('--subject is empty.')
  const [subjectid = null] = named.length === 1 ? named : []
  const subjectids = named.length > 1 ? named : null
  const why = whyNotExportInput({ studyid: values.study, subjectid, subjectids })
  if (why) throw refuse(why.message)
  return {
    to: resolve(process.env.INIT_CWD ?? process.cwd(), values.to),
    place: { siteid: values.site, studyid: values.study ?? null, subjectid },
    asked: {
      files: !values['no-files'],
      history: !values['no-history'],
      subjectids,
      closed_only: values['closed-only'] ?? false,
      deleted: values.deleted ?? false,
      deidentified: values.deidentified ?? false,
      bids: values.bids ?? false,
      parquet: values.parquet ?? false,
      redcap: values.redcap ?? false,
      segments: values.segments ?? false,
      seed: Number(values.seed ?? 0),
    },
  }
}
