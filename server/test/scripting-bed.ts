import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCasebook } from './beds/casebook.ts'
import { run } from './beds/operations.ts'
import { addPerson } from './beds/people.ts'
import { bearer } from './beds/tokens.ts'

/** Whether a program can be started and succeeds. */
export function works(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

/** The system's Python, since the packages of a custom environment are unknown. */
export const python = '/usr/bin/python3'
export const hasPython = works(python, '--version')
export const hasPandas = works(python, '-c', 'import pandas')
export const hasShell = works('bash', '-c', 'curl --version && jq --version && sha256sum --version')
export const hasR = works(
  'Rscript',
  '-e',
  'for (p in c("curl", "jsonlite", "openssl")) library(p, character.only = TRUE)',
)

export type Said = { code: number | null; out: string; err: string }

/** Runs a program to completion, without the environment of the person who runs the tests. */
export function say(program: string, args: readonly string[], env: Record<string, string>): Promise<Said> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...env } })
    const said: Said = { code: null, out: '', err: '' }
    child.stdout.on('data', (text) => {
      said.out += String(text)
    })
    child.stderr.on('data', (text) => {
      said.err += String(text)
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...said, code }))
  })
}

/** A server with a subject in a study, a nurse's token, and both as environment variables for scripts. */
export async function makeScriptingBed() {
  const casebook = await startCasebook({ IMPORT_FILES: 'true', CALLS_PER_MINUTE: '0' })
  const chief = await addPerson(casebook, 'Ingrid', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'] })
  const { siteid } = await run(chief, 'addSite', { identifier: 'oslo', name: 'Oslo' })
  const { studyid } = await run(chief, 'addStudy', { siteid, name: 'Steps' })
  const fields = [
    { name: 'weight', type: 'Number', required: true },
    { name: 'Day', type: 'Date', required: false },
    { name: 'Side', type: 'Choice', required: false, pattern: 'left|right' },
    { name: 'Røyker', type: 'Boolean', required: false },
    { name: 'At', type: 'Time', required: false },
  ]
  const { formtypeid } = await run(chief, 'addFormType', { studyid, identifier: 'Visit', fields })
  const { activitytypeid } = await run(chief, 'addActivityType', { studyid, description: 'Stairs' })
  const { subjectid } = await run(chief, 'addSubjectV2', { input: { siteid, studyid, identifier: 'S-001' } })
  const values = { weight: '70.5', Day: '1792497600', Side: 'left', Røyker: 'false', At: '24:30' }
  const given = Object.entries(values).map(([key, value]) => ({ key, value }))
  await run(chief, 'addForm', { input: { subjectid, formtypeid, fields: given } })
  await run(chief, 'addActivity', { input: { subjectid, activitytypeid, startTime: 10, stopTime: 20, comment: 'NA' } })
  const nurse = await addPerson(casebook, 'Kari', { groups: ['hp', 'study:admin'], sites: [siteid] })
  const { token } = await bearer(nurse, { scopes: ['read', 'write', 'export'] })
  const env = {
    CASEBOOK: casebook.origin,
    CASEBOOK_URL: casebook.origin,
    TOKEN: token,
    CASEBOOK_TOKEN: token,
    SITE: siteid,
    STUDY: studyid,
    SUBJECT: subjectid,
    FORMTYPE: formtypeid,
    ACTIVITYTYPE: activitytypeid,
    FOLDER: await mkdtemp(join(tmpdir(), 'casebook-scripts-')),
  }
  return { casebook, chief, env }
}
