import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { features, siteFeatures } from './rooms.mjs'

const all = /^server\/src\/\*\/\*\*(.*)$/
const excepted = /^!server\/src\/\{([^}]*)\}\/\*\*$/

/**
 * The rules for statements in biome.json that do not apply to exactly the features in rooms.mjs, as sentences. They apply
 * to each room but those that they name, so that a new feature need not be added. Biome can restrict single names of an
 * import, but cannot read rooms.mjs.
 * @param {string} folder with biome.json in it
 * @returns {string[]}
 */
export function findForgottenFeatures(folder) {
  const path = join(folder, 'biome.json')
  if (!existsSync(path)) return []
  const rooms = readdirSync(join(folder, 'server/src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const rules = JSON.parse(readFileSync(path, 'utf8')).overrides.flatMap(({ includes }) => {
    const rest = includes.flatMap((glob) => all.exec(glob)?.[1] ?? [])[0]
    if (rest === undefined) return []
    const others = includes.flatMap((glob) => excepted.exec(glob)?.[1].split(',') ?? [])
    return [{ others, expected: rest.endsWith('.sql.ts') ? siteFeatures : features.flat() }]
  })
  if (rules.length !== 2) return [`biome.json has ${rules.length} rules about the statements of features; it needs 2.`]
  return rules.flatMap(({ others, expected }) => [
    ...expected
      .filter((room) => others.includes(room))
      .map((room) => `biome.json does not restrict the statements of \`${room}\`, which rooms.mjs lists as a feature.`),
    ...rooms
      .filter((room) => !expected.includes(room) && !others.includes(room))
      .map((room) => `biome.json restricts the statements of \`${room}\`, which rooms.mjs does not list as a feature.`),
  ])
}
