import { beforeEach, expect, test, vi } from 'vitest'
import type { Locale } from '../browser/preferences.ts'

type Loaded = Awaited<ReturnType<typeof newCatalogue>>
let catalogue: Loaded

/** Sources whose answers are given by hand: `answer('screens en')`. */
async function newCatalogue() {
  vi.resetModules()
  const module = await import('./catalogue.ts')
  const asked: { what: string; answer: () => void; fail: () => void }[] = []
  const source =
    <Answer>(part: string, answerOf: (locale: Locale) => Answer) =>
    (locale: Locale) =>
      new Promise<Answer>((resolve, reject) => {
        asked.push({
          what: `${part} ${locale}`,
          answer: () => resolve(answerOf(locale)),
          fail: () => reject(new Error('offline')),
        })
      })
  const textOf = (part: string) => (locale: Locale) => ({ [part]: locale }) as object
  module.setTextSources({
    shell: source('shell', textOf('shell')),
    screens: source('screens', (locale) => ({ messages: textOf('screens')(locale), problems: { locale } })),
    recordings: source('recordings', textOf('recordings')),
  })
  const settle = async (what: string, how: 'answer' | 'fail') => {
    await vi.waitFor(() => expect(asked.map((each) => each.what)).toContain(what))
    const place = asked.findIndex((each) => each.what === what)
    asked.splice(place, 1)[0]?.[how]()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return {
    ...module,
    answer: (what: string) => settle(what, 'answer'),
    fail: (what: string) => settle(what, 'fail'),
    asked: () => asked.map(({ what }) => what),
  }
}

beforeEach(async () => {
  catalogue = await newCatalogue()
  const first = catalogue.loadLocale('en')
  await catalogue.answer('shell en')
  await first
})

/** Whether a promise is settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const soon = new Promise((resolve) => setTimeout(() => resolve('pending')))
  return (await Promise.race([promise, soon])) !== 'pending'
}

test('a second screen waits for the texts that the first one asked for', async () => {
  const first = catalogue.loadScreens()
  const second = catalogue.loadScreens()
  await catalogue.answer('shell en')
  expect(await isSettled(second)).toBe(false)
  await catalogue.answer('screens en')
  await Promise.all([first, second])
  expect(catalogue.currentCatalogue()?.messages).toEqual({ shell: 'en', screens: 'en' })
  expect(catalogue.asked()).toEqual([])
})

test('texts that could not be loaded are asked for again', async () => {
  const failed = expect(catalogue.loadScreens()).rejects.toThrow('offline')
  await catalogue.fail('screens en')
  await failed
  await catalogue.answer('shell en')
  const again = catalogue.loadScreens()
  await catalogue.answer('shell en')
  await catalogue.answer('screens en')
  await again
  expect(catalogue.currentCatalogue()?.problems).toEqual({ locale: 'en' })
})

test('a slower load does not switch the language back, and its caller gets the texts of the new language', async () => {
  const screens = catalogue.loadScreens()
  await catalogue.answer('shell en')
  const norwegian = catalogue.loadLocale('nb')
  await catalogue.answer('screens en')
  expect(await isSettled(screens)).toBe(false)
  for (const what of ['shell nb', 'screens nb', 'shell nb', 'screens nb']) await catalogue.answer(what)
  await Promise.all([screens, norwegian])
  expect(catalogue.currentCatalogue()).toMatchObject({ locale: 'nb', messages: { screens: 'nb' } })
})

test('two loads of one language may end in any order', async () => {
  const screens = catalogue.loadScreens()
  await catalogue.answer('shell en')
  const recordings = catalogue.loadRecordings()
  for (const what of ['shell en', 'recordings en', 'screens en', 'screens en']) await catalogue.answer(what)
  await Promise.all([screens, recordings])
  expect(catalogue.currentCatalogue()?.messages).toEqual({ shell: 'en', screens: 'en', recordings: 'en' })
})
