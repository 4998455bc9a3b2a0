import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startDisplay } from '../display.ts'
import { freePorts } from '../infra/beds.ts'
import type { Driver, Element, Maker, Size } from './driver.ts'

const driver = '/usr/bin/WebKitWebDriver'
const capabilities = {
  alwaysMatch: {
    'webkitgtk:browserOptions': {
      binary: '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
      args: ['--automation'],
    },
  },
}

/** Shrinks the window's toolbars, which would otherwise keep it wider than a phone. */
const smallBars =
  '* { min-width: 0; min-height: 0; margin: 0; padding: 0; border-width: 0; font-size: 6px; -gtk-icon-transform: scale(0.5); }\n'

/** WebDriver's key for an element reference in JSON. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
const keys: Record<string, string> = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' }

/** WebKit over WebDriver, with MiniBrowser on its own display. A driver supports one session. */
export async function makeWebkit(): Promise<Maker> {
  const display = await startDisplay()
  const settings = await mkdtemp(join(tmpdir(), 'casebook-webkit-'))
  await mkdir(join(settings, 'gtk-3.0'))
  await writeFile(join(settings, 'gtk-3.0', 'gtk.css'), smallBars)
  const open: Driver[] = []
  return {
    async open(size) {
      const one = await openSession({ DISPLAY: display.name, XDG_CONFIG_HOME: settings }, size)
      open.push(one)
      return one
    },
    async close() {
      await Promise.all(open.map((one) => one.close()))
      await display.stop()
      await rm(settings, { recursive: true, force: true })
    },
  }
}

async function openSession(own: Record<string, string>, { width, height }: Size): Promise<Driver> {
  const port = await freePorts(1)
  const env = {
    ...process.env,
    ...own,
    LANG: 'en_GB.UTF-8',
    LANGUAGE: 'en_GB',
    TZ: 'Europe/Oslo',
    // The sandbox does not start as root, and there may be no graphics card.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  }
  const child = spawn(driver, ['--host=127.0.0.1', `--port=${port}`], { env, stdio: 'ignore' })
  const call = caller(`http://127.0.0.1:${port}`)
  await answering(call, child)
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', { capabilities })
  const at = (path: string) => `/session/${sessionId}${path}`
  const execute = <Answer>(script: string, args: unknown[]) =>
    call<Answer>('POST', at('/execute/sync'), { script: `return (${script})(...arguments)`, args })
  await fitWindow(call, at, execute, { width, height })
  let isOver = false
  return {
    async open(address) {
      await call('POST', at('/url'), { url: address })
    },
    evaluate: (script, ...args) => execute(script, args),
    async find(script, ...args) {
      const found = await execute<Record<string, string> | null>(script, args)
      const id = found?.[elementKey]
      return id === undefined ? undefined : elementOf(call, at(`/element/${id}`), found, execute)
    },
    async press(key) {
      const value = keys[key] ?? key
      const actions = [{ type: 'key', id: 'keys', actions: ['keyDown', 'keyUp'].map((type) => ({ type, value })) }]
      await call('POST', at('/actions'), { actions })
    },
    picture: async () => Buffer.from(await call<string>('GET', at('/screenshot')), 'base64'),
    async close() {
      if (isOver) return
      isOver = true
      await call('DELETE', at('')).catch(() => undefined)
      child.kill()
      await once(child, 'exit')
    },
  }
}

type Call = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>
type Execute = <Answer>(script: string, args: unknown[]) => Promise<Answer>

function elementOf(call: Call, at: string, reference: unknown, execute: Execute): Element {
  const type = (text: string) => call<void>('POST', `${at}/value`, { text })
  return {
    click: () => call('POST', `${at}/click`, {}),
    async fill(text) {
      await execute('(field) => { field.focus(); field.select() }', [reference])
      await type(text)
    },
    async choose(option) {
      const script = '(field, wanted) => [...field.options].find(({ text }) => text === wanted) ?? null'
      const found = await execute<Record<string, string> | null>(script, [reference, option])
      if (!found) throw new Error(`There is no option ${option}.`)
      await call('POST', `${at.replace(/[^/]+$/, '')}${found[elementKey]}/click`, {})
    },
    upload: type,
  }
}

/** Gives the page this size, in addition to the window's own toolbars. */
async function fitWindow(call: Call, at: (path: string) => string, execute: Execute, { width, height }: Size) {
  let [moreWide, moreHigh] = [0, 0]
  for (let tries = 0; tries < 5; tries += 1) {
    await call('POST', at('/window/rect'), { width: width + moreWide, height: height + moreHigh })
    await pause(200)
    const [wide, high] = await execute<[number, number]>('() => [innerWidth, innerHeight]', [])
    if (wide === width && high === height) return
    moreWide += width - wide
    moreHigh += height - high
  }
  throw new Error(`The window cannot be made ${width} by ${height}.`)
}

function caller(address: string): Call {
  return async (method, path, body) => {
    const response = await fetch(address + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { value } = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`)
    return value
  }
}

async function answering(call: Call, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (child.exitCode !== null) break
    if (
      await call('GET', '/status').then(
        () => true,
        () => false,
      )
    )
      return
    await pause(100)
  }
  throw new Error('WebKitWebDriver does not answer.')
}
