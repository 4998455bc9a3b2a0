import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { hasR, makeScriptingBed, python, type Said, say } from '../scripting-bed.ts'

const clients = fileURLToPath(new URL('../../../clients/', import.meta.url))

/** The last line that a program printed, parsed as JSON. */
export function answered({ code, out, err }: Said) {
  expect(code, err).toBe(0)
  return JSON.parse(out.trim().split('\n').at(-1) ?? '')
}

export type ClientsBed = Awaited<ReturnType<typeof makeClientsBed>>

/** A server, and functions that run programs using the packages in `clients`. */
export async function makeClientsBed() {
  const { casebook, chief, env } = await makeScriptingBed()
  const library = `${env.FOLDER}/library`
  if (hasR) {
    await mkdir(library)
    const { code, err } = await say('R', ['CMD', 'INSTALL', `--library=${library}`, '--no-docs', `${clients}r`], env)
    expect(code, err).toBe(0)
  }
  const withPython = { PYTHONPATH: `${clients}python/src`, PYTHONDONTWRITEBYTECODE: '1' }
  return {
    chief,
    env,
    inPython: (code: string, more: Record<string, string> = {}) =>
      say(python, ['-c', `import json, os\nfrom casebook_client import *\ncasebook = Casebook()\n${code}`], {
        ...env,
        ...withPython,
        ...more,
      }),
    inR(code: string, more: Record<string, string> = {}) {
      const begin = `library(casebook, lib.loc = "${library}"); server <- casebook(); e <- Sys.getenv`
      return say('Rscript', ['-e', `${begin}\n${code}`], { ...env, ...withPython, ...more })
    },
    async stop() {
      await rm(env.FOLDER, { recursive: true, force: true })
      await casebook.stop()
    },
  }
}
