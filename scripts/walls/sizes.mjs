import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

const most = { filesInFolder: 15, linesOfCode: 259 }

/** Folders that may have more files: numbered series that only grow, and generated fixtures. */
const exceptions = [/^docs\/decisions$/, /^server\/src\/database\/migrations$/, /^server\/test\/fixtures\//]

const isCode = /\.(?:ts|tsx|mjs|js|css|py|R|sh)$/
const isTest = /\.(?:test|spec)\.\w+$/

/**
 * Sentences about what is too large: a folder with too many files at its top level, a file of code with too many lines.
 * @param {ReadonlyMap<string, number>} files number of lines by path
 * @returns {string[]}
 */
export function findOversize(files) {
  const paths = [...files.keys()]
  const folders = Map.groupBy(paths, (path) => posix.dirname(path))
  const full = [...folders].filter(
    ([folder, { length }]) => length > most.filesInFolder && !exceptions.some((exception) => exception.test(folder)),
  )
  const code = paths.filter((path) => isCode.test(path) && !/\/fixtures\//.test(path))
  const long = code.filter((path) => !isTest.test(path) && files.get(path) > most.linesOfCode)
  return [
    ...full.map(
      ([folder, { length }]) =>
        `${folder} holds ${length} files at its top. At most ${most.filesInFolder} can be looked over: put those that belong together into a folder.`,
    ),
    ...long.map(
      (path) =>
        `${path} has ${files.get(path)} lines. At most ${most.linesOfCode} can be read at once: split it by what its parts do.`,
    ),
  ]
}

/** The lines of every file in a Git repository, including new ones. Ignored files are omitted. */
export function readFileLengths(folder) {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const paths = listed.split('\0').filter((path) => path !== '' && existsSync(join(folder, path)))
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'latin1').split('\n').length - 1]))
}
