import { Worker } from 'node:worker_threads'
import type { Definitions, DefinitionsPreview } from '@casebook/domain/exports/definitions/definitions.ts'
import type { ImportAnswer, ImportTarget } from '@casebook/domain/exports/import/import-plan.ts'
import {
  receivedFormFile,
  receivedPlan,
  receivedPreview,
  receivedProblem,
  type SentProblem,
  type sentFormFile,
  type sentPlan,
  type sentPreview,
} from './messages.ts'
import type { FormFileAnswer, GivenFormFile } from './read-form-file.ts'
import type { GivenFile } from './work.ts'

export type Asked =
  | { kind: 'hash'; file: GivenFile }
  | { kind: 'plan'; file: GivenFile; target: ImportTarget }
  | { kind: 'definitions'; text: string; existing: Definitions }
  | { kind: 'form-file'; file: GivenFormFile; existing: Definitions }

export type Told =
  | { kind: 'hash'; hash: string }
  | { kind: 'plan'; plan: ReturnType<typeof sentPlan> }
  | { kind: 'definitions'; preview: ReturnType<typeof sentPreview> }
  | { kind: 'form-file'; answer: ReturnType<typeof sentFormFile> }
  | { kind: 'problem'; problem: SentProblem }
  | { kind: 'failure'; text: string }

/** A thread that exceeds this is ended, to protect the server. A file of 8 MB takes a quarter of it. */
const mostMegabytes = 512

type Waiting = PromiseWithResolvers<Told>
let thread: { worker: Worker; waiting: Map<number, Waiting> } | undefined
let asked = 0

/** Starts when it is first asked. Keeps no process from ending. */
function running() {
  if (thread) return thread
  const worker = new Worker(new URL('./import-thread.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  })
  const started = { worker, waiting: new Map<number, Waiting>() }
  worker.on('message', ({ id, told }: { id: number; told: Told }) => {
    started.waiting.get(id)?.resolve(told)
    started.waiting.delete(id)
    if (started.waiting.size === 0) worker.unref()
  })
  const end = (error: Error) => {
    if (thread === started) thread = undefined
    for (const { reject } of started.waiting.values()) reject(error)
    started.waiting.clear()
  }
  worker.on('error', end)
  worker.on('exit', () => end(new Error('The thread of the imports ended.')))
  thread = started
  return started
}

/** Files are read, and compared with a study, in a thread beside the one that serves calls. Throws the file's Problem. */
async function ask(question: Asked): Promise<Told> {
  const { worker, waiting } = running()
  const answer = Promise.withResolvers<Told>()
  asked += 1
  waiting.set(asked, answer)
  worker.ref()
  worker.postMessage({ id: asked, asked: question })
  const told = await answer.promise
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
