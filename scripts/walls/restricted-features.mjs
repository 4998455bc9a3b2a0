import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { features, siteFeatures } from './rooms.mjs'

const listed = /^server\/src\/\{([^}]*)\}\/\*\*(.*)$/

/**
 * The rules for statements in biome.json that are not about the features in rooms.mjs, as sentences. Biome can restrict
 * single names of an import, but cannot read rooms.mjs.
 * @param {string} folder with biome.json in it
 * @returns {string[]}
 */
export function findForgottenFeatures(folder) {
  const path = join(folder, 'biome.json')
  if (!existsSync(path)) return []
  const lists = JSON.parse(readFileSync(path, 'utf8')).overrides.flatMap(({ includes }) =>
    includes.flatMap((glob) => {
      const [, names, rest] = listed.exec(glob) ?? []
      return names
        ? [{ names: names.split(','), expected: rest.endsWith('.sql.ts') ? siteFeatures : features.flat() }]
        : []
    }),
  )
  if (lists.length !== 2) return [`biome.json has ${lists.length} rules about the statements of features; it needs 2.`]
  return lists.flatMap(({ names, expected }) => [
    ...expected
      .filter((room) => !names.includes(room))
      .map((room) => `biome.json does not restrict the statements of \`${room}\`, which rooms.mjs lists as a feature.`),
    ...names
      .filter((room) => !expected.includes(room))
      .map((room) => `biome.json restricts the statements of \`${room}\`, which rooms.mjs does not list as a feature.`),
  ])
}
