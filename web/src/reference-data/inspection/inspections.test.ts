import { AsyncLocalStorage } from 'node:async_hooks'
import type { Layout } from '@casebook/domain/recordings/recording.ts'
import type { FileDescription } from '@casebook/domain/reference-data/file-description.ts'
import { beforeEach, expect, test, vi } from 'vitest'

type Listener = (event: { data: unknown }) => void

/** The worker whose code is running. */
const running = new AsyncLocalStorage<WorkerHere>()

/** Runs a worker's code in this thread, with its own copy of the modules. */
class WorkerHere {
  hear: Listener | undefined
  #isOver = false
  readonly #listeners: Listener[] = []
  readonly #ready: Promise<unknown>
  static #read: Promise<unknown> = Promise.resolve()

  constructor(address: URL) {
    // Loaded one after another: two at the same time would share one copy.
    this.#ready = WorkerHere.#read = WorkerHere.#read.then(() => {
      vi.resetModules()
      return running.run(this, () => import(/* @vite-ignore */ address.pathname))
    })
  }

  tell(data: unknown) {
    if (!this.#isOver) for (const listener of this.#listeners) listener({ data: structuredClone(data) })
  }

  addEventListener(type: string, listener: Listener) {
    if (type === 'message') this.#listeners.push(listener)
  }

  postMessage(data: unknown) {
    void this.#ready.then(() => running.run(this, () => this.#isOver || this.hear?.({ data })))
  }

  terminate() {
    this.#isOver = true
  }
}

let inspections: typeof import('./inspections.ts')
beforeEach(async () => {
  vi.resetModules()
  inspections = await import('./inspections.ts')
  vi.stubGlobal('Worker', WorkerHere)
  vi.stubGlobal('addEventListener', (_: string, listener: Listener) => {
    const worker = running.getStore()
    if (worker) worker.hear = listener
  })
  vi.stubGlobal('postMessage', (data: unknown) => running.getStore()?.tell(data))
})

const header = new File(['walk 1 10 3\nwalk.dat 16 1 16 0 0 0 0 x\n'], 'walk.hea')
const samples = new File([Int16Array.of(1, 2, 3)], 'walk.dat')
const nothingRemembered = async () => null
const described = (file: File) => inspections.whenInspected(file, 'description')

test('the parts of a WFDB record find each other among the chosen files', async () => {
  inspections.inspect([header, samples], nothingRemembered)
  expect(await described(header)).toMatchObject({ format: 'WFDB', samples: 3, channelCount: 1 })
  expect(await described(samples)).toMatchObject({ format: 'WFDB', samples: 3, channelCount: 1 })
})

test('a header whose samples are missing is read again once they are chosen', async () => {
  inspections.inspect([header], nothingRemembered)
  const unreadable = { code: 'missing-companion', detail: 'walk.dat' }
  expect(await described(header)).toMatchObject({ format: '', unreadable })
  inspections.inspect([new File(['a,b\n1,2\n'], 'other.csv')], nothingRemembered)
  expect(await described(header)).toMatchObject({ unreadable })
  inspections.inspect([samples], nothingRemembered)
  expect(await described(header)).toMatchObject({ format: 'WFDB', unreadable: null, samples: 3 })
})

test('a removed file is not part of another one’s record', async () => {
  inspections.inspect([samples], nothingRemembered)
  inspections.forgetInspections([samples])
  inspections.inspect([header], nothingRemembered)
  expect(await described(header)).toMatchObject({ unreadable: { code: 'missing-companion' } })
})

const rows = Array.from({ length: 200 }, (_, row) => `${row},${Math.sin(row)}`)
const csv = (name: string) => new File([`n,x\n${rows.join('\n')}\n`], name)

test('the settings of the last file of a kind are used for the next one, and described with it', async () => {
  const asked: string[] = []
  const layout: Layout = { timeColumn: null, rate: 40 }
  const remembered = async (fingerprint: string) => {
    asked.push(fingerprint)
    return asked.length > 1 ? layout : null
  }
  const [first, second] = [csv('first.csv'), csv('second.csv')]
  inspections.inspect([first], remembered)
  const before = (await described(first)) as FileDescription
  expect(before.layout).toBeNull()
  inspections.inspect([second], remembered)
  expect(await described(second)).toMatchObject({ layout, duration: 5 })
  // Both files are of one kind, and the layout is requested once for each.
  expect(asked).toEqual([before.fingerprint, before.fingerprint])
})

test('if the settings are unavailable, the file is read as recognised', async () => {
  const file = csv('third.csv')
  inspections.inspect([file], () => Promise.reject(new Error('offline')))
  expect(await described(file)).toMatchObject({ format: 'CSV', layout: null, samples: expect.any(Number) })
})
