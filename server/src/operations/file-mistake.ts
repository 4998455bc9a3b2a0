import { codeOf, detailOf, Mistake, rootOf } from '../mistakes/mistake.ts'

const refusals = ['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EISDIR', 'EEXIST', 'EROFS', 'ENOSPC', 'EDQUOT']

/** Names a file or folder that can't be used, for example one that a command was given. */
export function fileMistake(error: unknown): Mistake | undefined {
  const root = rootOf(error)
  const path = detailOf(root, 'path')
  const code = codeOf(root)
  if (!path || !refusals.includes(code)) return undefined
  return new Mistake(
    'file',
    `${path} can't be used (${code}): name another path, or let the user that Casebook runs as use this one.`,
    error,
  )
}
