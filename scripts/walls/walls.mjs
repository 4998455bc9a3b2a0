// Checks every import in the repository against rooms.mjs, and finds circles of files and of folders.
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { root } from '../run.mjs'
import { findFolderCircles, findRoomCircles } from './folder-circles.mjs'
import { findNamedTables } from './named-tables.mjs'
import { findFalseClaims } from './readme-claims.mjs'
import { findForgottenFeatures } from './restricted-features.mjs'
import walls from './rules.mjs'
import { findOversize, readFileLengths } from './sizes.mjs'
import { findWholeSettings } from './whole-settings.mjs'

const parts = ['domain/src', 'domain/test', 'server', 'web/src', 'e2e', 'bench', 'robustness', 'scripts', 'packaging']
/** What builds the web app, and the settings of the tests. */
const looseFiles = ['web/*.ts', '*.ts']

/**
 * Each import below `folder` that breaks a rule, and each circle, as a sentence.
 * @param {string} folder with the workspaces in it
 * @returns {Promise<string[]>}
 */
export async function findViolations(folder) {
  const { options, forbidden } = walls
  const { enhancedResolveOptions, ...rest } = options
  const { output } = await cruise(
    [...parts.filter((part) => existsSync(join(folder, part))), ...globSync(looseFiles, { cwd: folder })],
    { ...rest, baseDir: folder, ruleSet: { forbidden }, validate: true, outputType: 'json' },
    enhancedResolveOptions,
  )
  const { summary, modules } = typeof output === 'string' ? JSON.parse(output) : output
  if (summary.totalDependenciesCruised === 0) throw new Error('No import was found: the check itself is broken.')
  return [
    ...summary.violations.map(sentenceOf),
    ...findFolderCircles(modules),
    ...findRoomCircles(modules),
    ...findFalseClaims(folder, modules),
    ...findForgottenFeatures(folder),
  ]
}

function sentenceOf({ rule, from, to, cycle }) {
  const path = cycle ? [from, ...cycle.map(({ name }) => name)] : [from, to]
  const { comment } = walls.forbidden.find(({ name }) => name === rule.name)
  return `${path.join('\n  → ')}\n  ${rule.name}. ${comment}`
}

if (import.meta.main) {
  const violations = [
    ...(await findViolations(root)),
    ...findNamedTables(root),
    ...findWholeSettings(root),
    ...findOversize(readFileLengths(root)),
  ]
  for (const violation of violations) console.error(`${violation}\n`)
  if (violations.length > 0) process.exitCode = 1
}
