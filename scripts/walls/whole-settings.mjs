import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** They start the program, and hand each part its settings. */
const whole = new Set(['cli.ts', 'main.ts', 'composition/server.ts'])

/**
 * Files that receive all settings instead of those that they need, as sentences.
 * @param {string} folder with the workspaces in it
 * @returns {string[]}
 */
export function findWholeSettings(folder) {
  const server = join(folder, 'server/src')
  if (!existsSync(server)) return []
  return globSync('**/*.ts', { cwd: server })
    .filter((name) => !name.startsWith('config/') && !name.endsWith('.test.ts') && !whole.has(name))
    .filter((name) => /: Config\b/.test(readFileSync(join(server, name), 'utf8')))
    .map((name) => `server/src/${name}\n  It receives all settings. Name those that it needs: Pick<Config, …>.`)
}
