// Detects by content whether files changed since something was built from them, because every checkout changes
// timestamps.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './run.mjs'

const notInputs = new Set(['node_modules', 'dist', 'generated'])

/** @param {string} path @param {RegExp} [only] @returns {string[]} files at or below the path, in a fixed order */
export function filesBelow(path, only) {
  if (!existsSync(join(root, path))) return []
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => !notInputs.has(entry.name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const at = join(path, entry.name)
      if (entry.isDirectory()) return filesBelow(at, only)
      return !only || only.test(entry.name) ? [at] : []
    })
}

/** @param {string[]} paths @param {RegExp} [only] a file's name must match; paths given themselves always count */
export function digest(paths, only) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesBelow(path, only))) {
    const content = readFileSync(join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** Beside what is built, so that an archive with the built web app says what it was built from. */
const stampOf = (name) => join(root, 'dist', `${name}.sha256`)

export function isFresh(name, inputs, outputs) {
  if (!outputs.every((path) => existsSync(join(root, path))) || !existsSync(stampOf(name))) return false
  return readFileSync(stampOf(name), 'utf8') === inputs
}

export function markFresh(name, inputs) {
  mkdirSync(dirname(stampOf(name)), { recursive: true })
  writeFileSync(stampOf(name), inputs)
}
