import { posix } from 'node:path'

const isTest = /\.test\.\w+$|\/testing\//

/**
 * Folders that import one another, directly or indirectly, as sentences. Tests do not count. The files directly in a
 * folder count as separate from those in its subfolders.
 * @param {{ source: string, dependencies: { resolved: string }[] }[]} modules as found by dependency-cruiser
 * @returns {string[]}
 */
export function findFolderCircles(modules) {
  return findCircles(arrowsOf(modules, posix.dirname), 'a circle of folders. Neither folder')
}

/**
 * Whole rooms of a workspace that import one another, as sentences: the floors of folders inside them do not hide it.
 * @param {{ source: string, dependencies: { resolved: string }[] }[]} modules as found by dependency-cruiser
 * @returns {string[]}
 */
export function findRoomCircles(modules) {
  const inRooms = modules.filter(({ source }) => isInRoom.test(source))
  return findCircles(arrowsOf(inRooms, roomOf), 'a circle of rooms. Neither room')
}

const isInRoom = /^(?:domain|server|web)\/src\/[^/]+\//
const roomOf = (path) => path.split('/').slice(0, 3).join('/')

function findCircles(arrows, which) {
  const found = []
  const remaining = new Set(arrows.keys())
  for (const folder of arrows.keys()) {
    if (!remaining.has(folder)) continue
    const circle = [...reachable(arrows, folder)].filter((other) => reachable(arrows, other).has(folder))
    for (const other of circle) remaining.delete(other)
    if (circle.length > 0) found.push(sentenceOf(arrows, circle, which))
  }
  return found
}

/** The folders that each folder imports from, with one such import. `folderOf` is the folder that a file counts to. */
function arrowsOf(modules, folderOf) {
  const ours = modules.filter(({ source }) => !isTest.test(source))
  const known = new Set(ours.map(({ source }) => source))
  const arrows = new Map()
  for (const { source, dependencies } of ours) {
    const from = folderOf(source)
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved)
      if (!known.has(resolved) || from === to) continue
      if (!arrows.has(from)) arrows.set(from, new Map())
      arrows.get(from).set(to, `${source}\n  → ${resolved}`)
    }
  }
  return arrows
}

/** The folders that a folder depends on; includes itself only if it is in a circle. */
function reachable(arrows, folder) {
  const seen = new Set()
  const next = [folder]
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    for (const to of arrows.get(at)?.keys() ?? []) {
      if (seen.has(to)) continue
      seen.add(to)
      next.push(to)
    }
  }
  return seen
}

function sentenceOf(arrows, circle, which) {
  const imports = circle.flatMap((from) =>
    [...(arrows.get(from) ?? [])].filter(([to]) => circle.includes(to)).map(([, example]) => example),
  )
  return `${imports.join('\n')}\n  ${which} can be understood or changed without the other. Move what both need below them.`
}
