import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const hasOpenHandle = /from '[./]*database\/connect\.ts'/
const template = /\bsql(?:<[^`]*?>)?`((?:[^`\\]|\\.)*)`/g
const namesTable = /\b(?:from|join|into|update|table|using)\s+(?:only\s+)?["\w$]/i

/**
 * Statements on the handle for people that name a table as text, as sentences. The query builder allows only tables
 * without site data, but the compiler does not check text.
 * @param {string} folder with the workspaces in it
 * @returns {string[]}
 */
export function findNamedTables(folder) {
  const server = join(folder, 'server/src')
  if (!existsSync(server)) return []
  return globSync('**/*.sql.ts', { cwd: server }).flatMap((name) => {
    const text = readFileSync(join(server, name), 'utf8')
    if (!hasOpenHandle.test(text)) return []
    const fragments = [...text.matchAll(template)].map(([, fragment]) => fragment)
    return fragments
      .filter((fragment) => namesTable.test(fragment.replaceAll(/'[^']*'/g, "''")))
      .map(
        (fragment) =>
          `server/src/${name}\n  ${fragment.trim()}\n  A table named in text may hold site data, and no Scope was asked for. Name it through the query builder.`,
      )
  })
}
