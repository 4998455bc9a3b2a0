import { describe, expect, test } from 'vitest'
import { isSameScreen } from '../paths.ts'
import { type Browser, createNavigation, type LoadScreen } from './create-navigation.ts'

/** A simulated browser history. Like a real one, it reports a step only after the code that made it has run. */
function newBrowser(path: string) {
  const entries: { url: URL; state: unknown }[] = [{ url: new URL(path, 'https://casebook.test'), state: null }]
  let at = 0
  let onPop = () => {}
  const browser: Browser = {
    history: {
      get state() {
        return entries[at]?.state
      },
      go(steps = 0) {
        setTimeout(() => {
          at += steps
          onPop()
        })
      },
      pushState(state, _title, url) {
        entries.splice(++at, entries.length, { url: new URL(String(url), 'https://casebook.test'), state })
      },
      replaceState(state, _title, url) {
        entries[at] = { url: new URL(String(url), 'https://casebook.test'), state }
      },
    },
    get location() {
      return entries[at]?.url ?? new URL('https://casebook.test')
    },
    addEventListener: (_type, listener) => {
      onPop = listener
    },
  }
  return {
    browser,
    address: () => browser.location.href.replace('https://casebook.test', ''),
    count: () => entries.length,
  }
}

function newPage(path: string, load: LoadScreen = () => undefined) {
  const { browser, address, count } = newBrowser(path)
  const navigation = createNavigation(() => browser)
  navigation.start(load)
  return { navigation, address, count, shown: () => navigation.state().shown?.location.pathname }
}

/** Resolves after ten timers. Timers run in order, so every step and its consequences are complete by then. */
async function settled() {
  for (let timer = 0; timer < 10; timer++) await new Promise((resolve) => setTimeout(resolve))
}

describe('navigation', () => {
  test('shows the page’s address, then pushed ones, and those of back and forward', async () => {
    const { navigation, address, shown } = newPage('/a?x=1')
    expect(navigation.state().shown?.location).toMatchObject({ pathname: '/a', search: '?x=1', state: null })
    navigation.navigator.push('/b', { siteid: 'oslo' })
    expect(shown()).toBe('/b')
    navigation.navigator.replace('/b?y=å')
    expect(address()).toBe('/b?y=%C3%A5')
    navigation.navigator.go(-1)
    await settled()
    expect([shown(), navigation.state().shown?.action]).toEqual(['/a', 'POP'])
    navigation.navigator.go(1)
    await settled()
    expect(shown()).toBe('/b')
  })

  test('changes the parameters of the address at once, one change after another', () => {
    const { navigation, address, count } = newPage('/a?x=1')
    const setting = (name: string) => (search: URLSearchParams) => {
      search.set(name, '2')
      return search
    }
    navigation.changeSearch('replace', setting('y'))
    navigation.changeSearch('replace', setting('z'))
    expect([address(), count()]).toEqual(['/a?x=1&y=2&z=2', 1])
    navigation.changeSearch('push', () => new URLSearchParams())
    expect([address(), count()]).toEqual(['/a', 2])
  })

  test('the person is on the way from the click until the other page is drawn', async () => {
    const loading = Promise.withResolvers<void>()
    const { navigation, shown } = newPage('/a', (pathname) => (pathname === '/b' ? loading.promise : undefined))
    navigation.drew('/a')
    expect(navigation.isOnTheWay()).toBe(false)
    navigation.navigator.push('/a?filter=x')
    expect(navigation.isOnTheWay()).toBe(false)
    navigation.navigator.push('/b')
    expect([shown(), navigation.isOnTheWay()]).toEqual(['/a', true])
    loading.resolve()
    await settled()
    expect([shown(), navigation.isOnTheWay()]).toEqual(['/b', true])
    navigation.drew('/b')
    expect(navigation.isOnTheWay()).toBe(false)
  })

  test('whoever opens another part of the subject’s screen stays on it', () => {
    const { navigation } = newPage('/studies/s/subjects/1/devices/new')
    navigation.drew('/studies/s/subjects/1/devices/new')
    for (const path of ['/studies/s/subjects/1/activities/a', '/studies/s/subjects/1']) {
      navigation.navigator.push(path)
      expect([navigation.isOnTheWay(), navigation.isOnTheWay(isSameScreen)], path).toEqual([true, false])
    }
    for (const path of [
      '/studies/s/subjects/1/formtypes/f',
      '/studies/s/subjects/2/devices/new',
      '/devices',
      '/studies/s/subjects/1/activities/a/recordings/f',
    ]) {
      navigation.navigator.push(path)
      expect(navigation.isOnTheWay(isSameScreen), path).toBe(true)
    }
  })

  test('keeps the state given with an address across a step back and forward', async () => {
    const { navigation } = newPage('/a')
    navigation.navigator.push('/b', { siteid: 'oslo' })
    navigation.navigator.go(-1)
    await settled()
    navigation.navigator.go(1)
    await settled()
    expect(navigation.state().shown?.location.state).toEqual({ siteid: 'oslo' })
  })

  test('keeps the old screen and address until the next screen is loaded; the latest navigation wins', async () => {
    const waiting = new Map<string, () => void>()
    const { navigation, address, shown } = newPage('/a', (pathname) =>
      pathname === '/a' ? undefined : new Promise<void>((resolve) => waiting.set(pathname, resolve)),
    )
    navigation.navigator.push('/slow')
    expect([shown(), address(), navigation.state().isLeaving]).toEqual(['/a', '/a', true])
    navigation.navigator.push('/other')
    waiting.get('/slow')?.()
    await settled()
    expect([shown(), navigation.state().isLeaving]).toEqual(['/a', true])
    waiting.get('/other')?.()
    await settled()
    expect([shown(), address(), navigation.state().isLeaving]).toEqual(['/other', '/other', false])
  })

  test('a screen that can’t be loaded is reported, and can be left again', async () => {
    const { navigation, shown } = newPage('/a', (pathname) =>
      pathname === '/gone' ? Promise.reject(new Error('no such file')) : undefined,
    )
    navigation.navigator.push('/gone')
    await settled()
    expect(navigation.state().shown).toMatchObject({ error: new Error('no such file') })
    navigation.navigator.go(-1)
    await settled()
    expect([shown(), navigation.state().shown?.error]).toEqual(['/a', undefined])
  })

  test('a guard blocks a navigation until it is answered', () => {
    const { navigation, address, shown } = newPage('/a')
    let proceed = () => {}
    const remove = navigation.guard({
      blocks: (from, to) => from.pathname !== to.pathname,
      ask: (answer) => {
        proceed = answer
      },
    })
    navigation.navigator.push('/a?panel=new')
    expect(address()).toBe('/a?panel=new')
    navigation.navigator.push('/b')
    expect([shown(), address()]).toEqual(['/a', '/a?panel=new'])
    proceed()
    expect([shown(), address()]).toEqual(['/b', '/b'])
    remove()
    navigation.navigator.push('/c')
    expect(shown()).toBe('/c')
  })

  test.each([1, 2])('a guard undoes %i steps back, and repeats them once it is answered', async (steps) => {
    const { navigation, address, shown, count } = newPage('/a')
    navigation.navigator.push('/b')
    navigation.navigator.push('/c')
    let proceed: (() => void) | undefined
    navigation.guard({
      blocks: () => true,
      ask: (answer) => {
        proceed = answer
      },
    })
    navigation.navigator.go(-steps)
    await settled()
    expect([shown(), address(), count()]).toEqual(['/c', '/c', 3])
    proceed?.()
    await settled()
    expect(shown()).toBe(steps === 1 ? '/b' : '/a')
    expect(address()).toBe(shown())
    // The guard asks again at the next step.
    proceed = undefined
    navigation.navigator.go(1)
    await settled()
    expect(proceed).toBeDefined()
    expect(address()).toBe(shown())
  })
})
