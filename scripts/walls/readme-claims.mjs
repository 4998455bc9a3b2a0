import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { features } from './rooms.mjs'

const notCode = /\.test\.\w+$|\/testing\/|^[^/]+\/src\/generated\//
const allFeatures = new Set(features.flat())

/**
 * Rooms whose README.md does not name a room that they use or that uses them, as sentences. A claim may name rooms in
 * backticks, or all of them: "every room", "the rooms below", "features".
 * @param {string} folder with the workspaces in it
 * @param {{ source: string, dependencies: { resolved: string }[] }[]} modules as found by dependency-cruiser
 * @returns {string[]}
 */
export function findFalseClaims(folder, modules) {
  const arrows = arrowsOf(modules)
  return [...arrows].flatMap(([from, to]) => [
    ...missing(folder, from, 'May use', to),
    ...missing(folder, to, 'Used by', from),
  ])
}

/** Each pair of a room and a room that it uses, once. */
function arrowsOf(modules) {
  const arrows = new Map()
  for (const { source, dependencies } of modules) {
    for (const { resolved } of notCode.test(source) ? [] : dependencies) {
      const [from, to] = [roomOf(source), roomOf(resolved)]
      if (!from || !to || from === to || notCode.test(resolved)) continue
      if (from.split('/')[0] === to.split('/')[0]) arrows.set(`${from} ${to}`, [from, to])
    }
  }
  return arrows.values()
}

/** `server/src/mail` for a file below it. */
function roomOf(path) {
  return /^(?:domain|server|web)\/src\/[^/]+(?=\/|$)/.exec(path)?.[0]
}

function missing(folder, room, claim, other) {
  const path = join(folder, room, 'README.md')
  if (!existsSync(path)) return []
  const text = new RegExp(`^- ${claim}: (.*)$`, 'm').exec(readFileSync(path, 'utf8'))?.[1] ?? ''
  const name = other.split('/')[2]
  const isNamed =
    text.includes(`\`${name}\``) ||
    text.includes(`\`${name}/`) ||
    // The app knows every feature.
    other === 'web/src/app' ||
    /every room|everything|rooms below|and (?:below|above)/.test(text) ||
    (/features/.test(text) && (!other.startsWith('server/') || allFeatures.has(name)))
  return isNamed ? [] : [`${room}/README.md: "${claim}" does not name \`${name}\`.`]
}
