import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { KeptSession, SealedKept } from './sealed-kept.ts'
import { newBrowser, typed } from './test/tabs-browser.ts'

type Step =
  | { do: 'open' | 'type' | 'save' | 'close' | 'crash' | 'expire' | 'sign out'; nth: number }
  | { do: 'kari' | 'lars' }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('open', 'type', 'type', 'close'), nth: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('crash', 'save', 'expire', 'sign out'), nth: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('kari', 'lars') }) },
) as fc.Arbitrary<Step>

const settled = async () => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

type Tab = { name: string; kept: SealedKept; sub: string }
/** What somebody typed and has not saved. `tab`: the open one that has it, undefined once that is closed. */
type Text = { sub: string; record: string; session: string; tab: Tab | undefined }

/** Later than all that is typed. */
const endsAt = '2027-11-24T10:00:00.000Z'

/** A browser, the server's sessions, and two people who use it one after the other. */
class World {
  /** The keys of the sessions in force. The server tells the caller's own. */
  readonly inForce = new Map<string, KeptSession>()
  readonly told: Record<string, string> = {}
  readonly browser = newBrowser(this.told)
  present: KeptSession | undefined
  tabs: Tab[] = []
  texts: Text[] = []
  count = 0

  signIn(sub: string): void {
    if (this.present) this.inForce.delete(this.present.id)
    this.count += 1
    const id = `session ${this.count}`
    this.present = { sub, id, key: this.count.toString(16).padStart(64, '0'), endsAt }
    this.inForce.set(id, this.present)
    // Pages of somebody else are loaded anew: as if they were closed.
    for (const tab of this.tabs.filter((one) => one.sub !== sub)) this.close(tab)
    for (const tab of this.tabs) tab.kept.setSession(this.present)
    for (const text of this.texts) if (text.tab) text.session = id
  }

  async open(): Promise<void> {
    if (!this.present) return
    const { sub, id } = this.present
    for (const name of Object.keys(this.told)) delete this.told[name]
    for (const one of this.inForce.values()) if (one.sub === sub) this.told[one.id] = one.key
    this.count += 1
    const name = `tab ${this.count}`
    const tab = { name, sub, kept: this.browser.open(name) }
    tab.kept.setSession(this.present)
    const found = new Set<string>()
    tab.kept.load(sub, (drafts) => {
      for (const record of drafts.keys()) found.add(record)
    })
    await settled()
    const left = this.texts.filter((text) => text.sub === sub && !text.tab && this.inForce.has(text.session))
    expect([...found].sort()).toEqual(left.map(({ record }) => record).sort())
    this.tabs.push(tab)
    for (const text of left) Object.assign(text, { tab, session: id })
  }

  type(tab: Tab): void {
    if (!this.present) return
    const { kept, sub } = tab
    this.count += 1
    const record = `record ${this.count}`
    kept.keep(sub, record, typed('readable'))
    this.texts.push({ sub, record, session: this.present.id, tab })
  }

  save(tab: Tab): void {
    const text = this.texts.find((one) => one.tab === tab)
    if (!text) return
    tab.kept.keep(tab.sub, text.record, undefined)
    this.texts = this.texts.filter((one) => one !== text)
  }

  close(tab: Tab): void {
    this.browser.close(tab.name)
    this.tabs = this.tabs.filter((one) => one !== tab)
    for (const text of this.texts) if (text.tab === tab) text.tab = undefined
  }

  /** The session ends, and with it everything that is kept: by a page that sees it, or since nobody is told its key. */
  end(): void {
    if (!this.present) return
    this.inForce.delete(this.present.id)
    this.present = undefined
    if (this.tabs.length > 0) this.texts = []
    for (const tab of this.tabs) tab.kept.setSession(undefined)
    for (const tab of this.tabs) this.close(tab)
  }

  async run(one: Step): Promise<void> {
    const tab = 'nth' in one ? this.tabs[one.nth % this.tabs.length] : undefined
    if (one.do === 'kari' || one.do === 'lars') this.signIn(one.do)
    else if (one.do === 'open') await this.open()
    else if (one.do === 'type' && tab) this.type(tab)
    else if (one.do === 'save' && tab) this.save(tab)
    else if (one.do === 'close' && tab) this.close(tab)
    else if (one.do === 'expire' || one.do === 'sign out') this.end()
    else if (one.do === 'crash') {
      for (const open of this.tabs) this.close(open)
      // The session goes on without the browser.
      this.present = undefined
    }
    await settled()
    for (const { sealed } of this.browser.stored.values())
      expect(new TextDecoder('latin1').decode(sealed)).not.toContain('readable')
  }
}

test('whatever happens to tabs, sessions and the browser, each finds what they left in sessions that are in force, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const world = new World()
      world.signIn('kari')
      for (const one of [...steps, { do: 'crash', nth: 0 }, { do: 'kari' }, { do: 'open', nth: 0 }] as Step[])
        await world.run(one)
    }),
    { numRuns: 500 },
  )
})
