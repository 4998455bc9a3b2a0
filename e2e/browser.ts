import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** How Playwright starts the browser. Without `executablePath` it uses the one that it downloaded. */
export interface Browser {
  executablePath?: string
  env?: Record<string, string>
}

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The machine's own Chromium or Chrome, which has windows, unlike the one from npm. */
export const ownBrowser = installed.find((path) => existsSync(path))

const cache = fileURLToPath(new URL('../node_modules/.cache/casebook/', import.meta.url))

/** The machine's own Chromium, else the one from npm, unpacked once into node_modules. */
export async function findBrowser(): Promise<Browser> {
  if (ownBrowser) return { executablePath: ownBrowser }
  if (process.platform !== 'linux') return {}
  const folder = await unpack()
  const chromium = join(folder, 'chromium')
  return { executablePath: chromium, env: { ...ownEnvironment(), ...missingFiles(chromium, folder) } }
}

async function unpack(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const { version } = createRequire(import.meta.url)(join(dirname(entry), '..', 'package.json'))
  const folder = join(cache, `chromium-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  const making = await mkdtemp(`${folder}-`)
  // The package unpacks into the temporary folder, which other users of the machine share.
  const before = process.env.TMPDIR
  process.env.TMPDIR = making
  const { default: packed, inflate } = await import('@sparticuz/chromium')
  await packed.executablePath()
  await inflate(join(dirname(entry), '..', 'bin', 'al2023.tar.br'))
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  await writeFile(join(making, 'fonts.conf'), fontsIn(join(folder, 'fonts'), join(folder, 'fonts-cache')))
  await rename(making, folder).catch(() => rm(making, { recursive: true, force: true }))
  return folder
}

/** A minimal machine has neither the network security libraries nor fonts. */
function missingFiles(chromium: string, folder: string): Record<string, string> {
  const missing = String(execFileSync('ldd', [chromium])).includes('not found')
  return {
    ...(missing && { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }),
    ...(!existsSync('/usr/share/fonts') && { FONTCONFIG_FILE: join(folder, 'fonts.conf') }),
  }
}

const fontsIn = (fonts: string, fontsCache: string) =>
  `<?xml version="1.0"?><fontconfig><dir>${fonts}</dir><cachedir>${fontsCache}</cachedir></fontconfig>\n`

function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

if (import.meta.main) console.log((await findBrowser()).executablePath ?? 'Playwright’s own browser')
