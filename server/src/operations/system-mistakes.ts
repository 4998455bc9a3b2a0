import { relative } from 'node:path'
import type { Config } from '../config/config.ts'
import { codeOf, detailOf, Mistake, rootOf } from '../mistakes/mistake.ts'

type Settings = Pick<Config, 'host' | 'port' | 'metricsHost' | 'metricsPort' | 'dataDir'>

/** Describes what is wrong with the listening address or the data folder. Returns undefined for other errors. */
export function systemMistake(error: unknown, config: Settings) {
  const root = rootOf(error)
  const code = codeOf(root)
  const call = detailOf(root, 'syscall')
  if (call === 'listen' || call === 'bind') {
    const port = Number(detailOf(root, 'port'))
    const setting = port === config.metricsPort && port !== config.port ? 'METRICS_PORT' : 'PORT'
    const host = detailOf(root, 'address') || config.host
    const hostSetting = host === config.host ? 'HOST' : 'METRICS_HOST'
    if (code === 'EADDRINUSE')
      return new Mistake(
        'address',
        `Port ${port} at ${host} is taken by another program: end that one, or choose another ${setting}.`,
        error,
      )
    if (code === 'EACCES')
      return new Mistake(
        'address',
        `This user may not listen at port ${port}: choose a ${setting} from 1024 up, and let a proxy stand before it.`,
        error,
      )
    return new Mistake(
      'address',
      `${hostSetting} "${host}" is no address of this machine (${code}): use 127.0.0.1, or 0.0.0.0 for all addresses.`,
      error,
    )
  }
  const unknown = call === 'getaddrinfo' ? detailOf(root, 'hostname') : ''
  if (unknown && [config.host, config.metricsHost].includes(unknown))
    return new Mistake(
      'address',
      `${unknown === config.host ? 'HOST' : 'METRICS_HOST'} "${unknown}" is not known here (${code}): use an address of this machine.`,
      error,
    )

  const path = detailOf(root, 'path')
  if (path && (isWithin(path, config.dataDir) || isWithin(config.dataDir, path))) {
    const what = {
      EACCES: 'this user has no rights there: give it to the user that Casebook runs as',
      EPERM: 'this user has no rights there: give it to the user that Casebook runs as',
      EROFS: 'the file system is read-only: mount it for writing',
      ENOSPC: 'the disk is full: make room',
      EDQUOT: 'the quota is used up: make room',
      ENOTDIR: 'a file stands where a folder is needed',
      EEXIST: 'a file stands where a folder is needed',
    }[code]
    if (what)
      return new Mistake(
        'dataDir',
        `DATA_DIR ${config.dataDir} can't be used (${code} at ${path}): ${what}, or name another folder.`,
        error,
      )
  }
  return undefined
}

function isWithin(path: string, folder: string): boolean {
  return !relative(folder, path).startsWith('..')
}

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
