import { expect } from '@playwright/test'
import type { Driver, Element } from './driver.ts'
import { findScript, type Role, stepsTo, type Wanted } from './find-in-page.ts'

/** A person's actions and observations in one browser. Every method waits for its element. */
export class Screen {
  readonly driver: Driver
  readonly #address: string

  constructor(driver: Driver, address: string) {
    this.driver = driver
    this.#address = address
  }

  /** Signs in through the provider and opens the path. */
  async signIn(name: string, path = '/studies'): Promise<void> {
    await this.driver.open(`${this.#address}/auth/sign-in?${new URLSearchParams({ login_hint: name, returnTo: path })}`)
    await expect.poll(() => this.#path()).not.toMatch(/^\/(auth|idp)\//)
  }

  #path(): Promise<string> {
    return this.driver.evaluate('() => location.pathname')
  }

  #find(wanted: Wanted): Promise<Element | undefined> {
    return this.driver.find(findScript, stepsTo(wanted))
  }

  async get(role: Role, name: string | RegExp, within?: Wanted): Promise<Element> {
    let found: Element | undefined
    await expect
      .poll(async () => {
        found = await this.#find({ role, name, ...(within && { within }) })
        return found !== undefined
      }, `${role} ${name}`)
      .toBe(true)
    return found as Element
  }

  /** Presses the element once it is enabled. */
  async press(role: 'button' | 'link', name: string | RegExp, within?: Wanted): Promise<void> {
    const wanted = { role, name, ...(within && { within }) }
    await expect
      .poll(() => this.driver.evaluate(`(steps) => (${findScript})(steps)?.disabled`, stepsTo(wanted)), String(name))
      .not.toBe(true)
    await (await this.get(role, name, within)).click()
  }

  async fill(name: string | RegExp, text: string): Promise<void> {
    await (await this.get('textbox', name)).fill(text)
  }

  async choose(name: string | RegExp, option: string): Promise<void> {
    await (await this.get('combobox', name)).choose(option)
  }

  /** The contents of a field. */
  valueOf(name: string | RegExp): Promise<string | undefined> {
    return this.driver.evaluate(`(steps) => (${findScript})(steps)?.value`, stepsTo({ role: 'textbox', name }))
  }

  /** Waits for a text, in the whole page or in one part of it. */
  async sees(text: string | RegExp, within?: Wanted): Promise<void> {
    const script = `(steps) => (steps ? (${findScript})(steps) : document.body)?.innerText ?? ''`
    const read = async () =>
      (await this.driver.evaluate<string>(script, within && stepsTo(within))).replace(/\s+/g, ' ')
    await expect.poll(read).toMatch(typeof text === 'string' ? new RegExp(RegExp.escape(text)) : text)
  }

  async seesNo(role: Role, name: string | RegExp): Promise<void> {
    await expect.poll(async () => (await this.#find({ role, name })) === undefined).toBe(true)
  }

  /** The page is not wider than the window. */
  async expectNoSidewaysScroll(): Promise<void> {
    const script = '() => document.documentElement.scrollWidth - document.documentElement.clientWidth'
    await expect.poll(() => this.driver.evaluate<number>(script)).toBeLessThanOrEqual(0)
  }
}
