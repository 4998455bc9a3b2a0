// Runs other programs with the project's own Node and tools.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const projectNode = join(root, 'node_modules', 'node', 'bin', 'node')

/** Like a shell: a program ended by a signal has the exit code 128 plus the signal's number. */
export function exitCode(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0)
}

/** Where Node keeps compiled modules, so that each of the many programs that tests start begins in two thirds of the time. */
const compiled = join(root, 'node_modules', '.cache', 'casebook', 'compiled')

export function environment(extra = {}) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH ?? '/usr/bin:/bin'].join(delimiter)
  return { NODE_COMPILE_CACHE: compiled, ...process.env, PATH: path, ...extra }
}

/**
 * Runs a program to completion without input. With `quietly`, its output is returned instead of shown.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, quietly?: boolean }} [options] `env` is added to our own environment
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { cwd = root, env, quietly = false } = {}) {
  return new Promise((resolve) => {
    const output = quietly ? 'pipe' : 'inherit'
    const child = spawn(command, args, { cwd, env: environment(env), stdio: ['ignore', output, output] })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (part) => {
        text += part
      })
    }
    child.once('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}` }))
    child.once('close', (code, signal) => resolve({ code: exitCode(code, signal), output: text }))
  })
}

/** Runs a tool from node_modules by its script file, with the project's Node. */
export function runTool(script, args, options) {
  return run(projectNode, [join(root, 'node_modules', script), ...args], options)
}
