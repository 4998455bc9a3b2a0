import { createPath, type Location, NavigationType, type Navigator, type To } from 'react-router'

/** The parts of `window` that navigation needs. */
export type Browser = {
  history: Pick<History, 'state' | 'go' | 'pushState' | 'replaceState'>
  location: Pick<globalThis.Location, 'href' | 'pathname' | 'search' | 'hash'>
  addEventListener: (type: 'popstate', listener: () => void) => void
}

/** Loads what the screen at an address needs. undefined if nothing is left to load. */
export type LoadScreen = (pathname: string) => Promise<unknown> | undefined

/** What the page shows. `error` is set if the screen at this address could not be loaded. */
export type Shown = { location: Location; action: NavigationType; error?: unknown }

/** `shown` is undefined until the first screen is loaded. */
export type NavigationState = { shown: Shown | undefined; isLeaving: boolean }

/** Blocks a navigation: `ask` receives the function that continues it. */
export type Guard = { blocks: (from: Location, to: Location) => boolean; ask: (proceed: () => void) => void }

/** Our part of a history entry's state. `index` counts the entries, so that a step back can be undone. */
type Entry = { state: unknown; key: string; index: number }

/**
 * The page's address and history. The address changes once the next screen's code is loaded; until then the person
 * stays on the current screen. Guards can block a navigation, including a step back or forward in the browser.
 */
export function createNavigation(browser: () => Browser) {
  let load: LoadScreen = () => undefined
  let state: NavigationState = { shown: undefined, isLeaving: false }
  let index = 0
  /** The last address that somebody wanted, and the path that the page has drawn. */
  let wanted: Location | undefined
  let drawn: string | undefined
  let isReturning = false
  let isAllowed = false
  const guards = new Set<Guard>()
  const listeners = new Set<() => void>()

  function update(next: NavigationState) {
    state = next
    for (const listener of listeners) listener()
  }

  const entry = (): Entry | undefined => browser().history.state?.casebook

  function here(): Location {
    const { pathname, search, hash } = browser().location
    return { pathname, search, hash, state: entry()?.state ?? null, key: entry()?.key ?? 'default', mask: undefined }
  }

  function write(how: 'pushState' | 'replaceState', location: Location, at: number) {
    index = at
    const casebook: Entry = { state: location.state, key: location.key, index }
    browser().history[how]({ casebook }, '', createPath(location))
  }

  /** A later navigation replaces one that is still loading. */
  async function show(location: Location, action: NavigationType, enter: () => void) {
    wanted = location
    const loading = load(location.pathname)
    let error: unknown
    if (loading) {
      update({ ...state, isLeaving: true })
      await loading.catch((thrown: unknown) => {
        error = thrown
      })
      if (wanted !== location) return
    }
    enter()
    update({ shown: { location, action, error }, isLeaving: false })
  }

  const guardAgainst = (next: Location) => {
    const from = state.shown?.location
    return from && [...guards].find((guard) => guard.blocks(from, next))
  }

  function leave(how: 'pushState' | 'replaceState', to: To, passed: unknown) {
    const { pathname, search, hash } = new URL(createHref(to), browser().location.href)
    const next: Location = { pathname, search, hash, state: passed ?? null, key: newKey(), mask: undefined }
    const isNew = how === 'pushState'
    const proceed = () =>
      void show(next, isNew ? NavigationType.Push : NavigationType.Replace, () =>
        write(how, next, isNew ? index + 1 : index),
      )
    const guard = guardAgainst(next)
    if (guard) guard.ask(proceed)
    else proceed()
  }

  /** The browser has already changed the address. If a guard blocks, this is undone until the person has answered. */
  function onPop() {
    if (isReturning) {
      isReturning = false
      return
    }
    const at = entry()?.index
    const steps = at === undefined ? 0 : at - index
    const next = here()
    const guard = isAllowed || steps === 0 ? undefined : guardAgainst(next)
    isAllowed = false
    if (guard) {
      isReturning = true
      browser().history.go(-steps)
      guard.ask(() => {
        isAllowed = true
        browser().history.go(steps)
      })
      return
    }
    // An entry that is not ours was made by a link within the page.
    if (at === undefined) write('replaceState', next, index + 1)
    else index = at
    void show(here(), NavigationType.Pop, () => undefined)
  }

  const navigator: Navigator = {
    createHref,
    go: (steps) => browser().history.go(steps),
    push: (to, passed) => leave('pushState', to, passed),
    replace: (to, passed) => leave('replaceState', to, passed),
  }

  return {
    navigator,
    state: () => state,
    /** Changes the parameters of the page's address, as a step of its own or in place of the present one. */
    changeSearch(how: 'push' | 'replace', change: (search: URLSearchParams) => URLSearchParams) {
      const { pathname, search } = here()
      navigator[how]({ pathname, search: change(new URLSearchParams(search)).toString() }, null)
    },
    /** The page has drawn the screen of this path. */
    drew(pathname: string) {
      drawn = pathname
    },
    /**
     * Whether the person is on the way to another address: its code is being loaded, or it is not drawn yet. With `isSame`,
     * an address of the same screen does not count.
     */
    isOnTheWay: (isSame: (one: string, other: string) => boolean = (one, other) => one === other) =>
      wanted !== undefined && (drawn === undefined || !isSame(wanted.pathname, drawn)),
    /** Shows the screen of the page's address. */
    start(loadScreen: LoadScreen) {
      load = loadScreen
      const at = entry()?.index
      if (at === undefined) write('replaceState', here(), 0)
      else index = at
      browser().addEventListener('popstate', onPop)
      void show(here(), NavigationType.Pop, () => undefined)
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    guard(guard: Guard) {
      guards.add(guard)
      return () => void guards.delete(guard)
    },
  }
}

function createHref(to: To): string {
  return typeof to === 'string' ? to : createPath(to)
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10)
}
