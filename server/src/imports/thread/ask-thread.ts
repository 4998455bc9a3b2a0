import type { Definitions, DefinitionsPreview } from '@casebook/domain/exports/definitions/definitions.ts'
import type { ImportAnswer, ImportTarget } from '@casebook/domain/exports/import/import-plan.ts'
import type { ReadingStudy, RedcapData } from '@casebook/domain/form-exchange/redcap-data/read-data.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import {
  receivedFormFile,
  receivedPlan,
  receivedPreview,
  receivedProblem,
  receivedRedcap,
  type SentProblem,
  type sentFormFile,
  type sentPlan,
  type sentPreview,
  type sentRedcap,
} from './messages.ts'
import { LimitExceeded, OneThread } from './one-thread.ts'
import type { FormFileAnswer, GivenFormFile } from './read-form-file.ts'
import type { GivenFile } from './work.ts'

export type Asked =
  | { kind: 'hash'; file: GivenFile }
  | { kind: 'plan'; file: GivenFile; target: ImportTarget }
  | { kind: 'redcap'; file: GivenFile; study: ReadingStudy }
  | { kind: 'definitions'; text: string; existing: Definitions }
  | { kind: 'form-file'; file: GivenFormFile; existing: Definitions }

export type Told =
  | { kind: 'hash'; hash: string }
  | { kind: 'plan'; plan: ReturnType<typeof sentPlan> }
  | { kind: 'redcap'; read: ReturnType<typeof sentRedcap> }
  | { kind: 'definitions'; preview: ReturnType<typeof sentPreview> }
  | { kind: 'form-file'; answer: ReturnType<typeof sentFormFile> }
  | { kind: 'problem'; problem: SentProblem }
  | { kind: 'failure'; text: string }

/** A file of 8 MB takes a quarter of the memory, and a few seconds. More than this is an attack, or a mistake. */
const limits = { milliseconds: 60_000, megabytes: 512 }
const thread = new OneThread<Asked, Told>(new URL('./import-thread.ts', import.meta.url), limits)

/** Files are read, and compared with a study, in a thread beside the one that serves calls. Throws the file's Problem. */
async function ask(question: Asked): Promise<Told> {
  const told = await thread.ask(question).catch((error: unknown) => {
    throw error instanceof LimitExceeded ? problem('import.too-much') : error
  })
  if (told.kind === 'problem') throw receivedProblem(told.problem)
  if (told.kind === 'failure') throw new Error(`An import failed in its thread: ${told.text}`)
  return told
}

/** The SHA-256 of the file's text, in hexadecimal digits. */
export async function hashFile(file: GivenFile): Promise<string> {
  const told = await ask({ kind: 'hash', file })
  if (told.kind === 'hash') return told.hash
  throw unexpected(told)
}

/** What an import of the file would do. */
export async function planFile(file: GivenFile, target: ImportTarget): Promise<ImportAnswer> {
  const told = await ask({ kind: 'plan', file, target })
  if (told.kind === 'plan') return receivedPlan(told.plan)
  throw unexpected(told)
}

/** What a file of REDCap says, as the files that an import reads. */
export async function readRedcapFile(file: GivenFile, study: ReadingStudy): Promise<RedcapData> {
  const told = await ask({ kind: 'redcap', file, study })
  if (told.kind === 'redcap') return receivedRedcap(told.read)
  throw unexpected(told)
}

/** What the definitions of a text would add to the existing ones. */
export async function previewText(text: string, existing: Definitions): Promise<DefinitionsPreview> {
  const told = await ask({ kind: 'definitions', text, existing })
  if (told.kind === 'definitions') return receivedPreview(told.preview)
  throw unexpected(told)
}

/** The form types of another program's file, compared with the existing ones. */
export async function readFormFile(file: GivenFormFile, existing: Definitions): Promise<FormFileAnswer> {
  const told = await ask({ kind: 'form-file', file, existing })
  if (told.kind === 'form-file') return receivedFormFile(told.answer)
  throw unexpected(told)
}

function unexpected({ kind }: Told): Error {
  return new Error(`The thread of the imports answered ${kind}.`)
}
