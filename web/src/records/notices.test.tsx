// @vitest-environment happy-dom
import { act, type ReactNode, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type Entry, openEntry } from './machine/entry.ts'
import { viewOf } from './machine/view.ts'
import { draftsEn } from './messages.en.ts'
import { closeAll, draw } from './test/screen.tsx'
import { describeRecord, first, newSource, newWorld, record } from './test/world.ts'
import type { WorkingCopy } from './use-record.ts'

const world = newWorld()
const guards = vi.hoisted(() => ({ given: {} as Record<string, unknown> }))
vi.mock('../session/own-name.ts', () => ({ useOwnName: () => 'Lars' }))
vi.mock('./records.ts', () => ({ records: world.records }))
vi.mock('../components/form/UnsavedGuard.tsx', () => ({
  UnsavedGuard(given: Record<string, unknown>) {
    guards.given = given
    return null
  },
}))
const { useRecord } = await import('./use-record.ts')
const { RecordGuard, RecordNotices, TypedNotice } = await import('./RecordNotices.tsx')

afterEach(closeAll)

const kari = { by: 'Kari', at: '2026-10-20T09:00:00Z' }
const label = (key: string) => (key === 'weight' ? 'Weight' : 'Room')

function copyOf(more: Partial<Entry> = {}): WorkingCopy {
  const entry = openEntry({ version: 2, fields: { weight: '72', room: '' } }, more)
  return {
    ...viewOf(entry),
    record: 'form/s/visit',
    entry,
    row: undefined,
    type: vi.fn(),
    resolve: vi.fn(),
    discard: vi.fn(),
  }
}

const asking: Partial<Entry> = {
  mine: { weight: '75', room: 'B9' },
  asked: { weight: { base: '70', version: 2 }, room: { base: 'B1', version: 3 } },
  authors: new Map([[2, kari]]),
}

test('without anything to say there is nothing', async () => {
  const { text, redraw } = await draw(<RecordNotices copy={copyOf()} label={label} />)
  expect(text()).toBe('')
  // Questions wait while a save is on its way.
  await redraw(<RecordNotices copy={{ ...copyOf(asking), isBusy: true }} label={label} />)
  expect(text()).toBe('')
})

test('restored text is told, and can be discarded', async () => {
  const copy = copyOf({ mine: { weight: '75' }, isRestored: true })
  const screen = await draw(<RecordNotices copy={copy} label={label} />)
  expect(screen.text()).toContain(draftsEn.draftRestored)
  await screen.press('Discard it')
  expect(copy.discard).toHaveBeenCalledOnce()
  const onDiscard = vi.fn()
  await screen.redraw(<RecordNotices copy={copy} label={label} onDiscard={onDiscard} />)
  await screen.press('Discard it')
  expect(onDiscard).toHaveBeenCalledOnce()
  expect(copy.discard).toHaveBeenCalledOnce()
  const known = copyOf({ mine: { weight: '75' }, isRestored: true, typedAt: '2026-10-20T09:00:00Z' })
  await screen.redraw(<RecordNotices copy={known} label={label} />)
  expect(screen.text()).toContain(draftsEn.draftRestoredOf.replace('{at}', '20 Oct 2026, 11:00'))
  // What was sent, and nobody knows whether it arrived, is not said to be unsaved.
  const planned = { mutation: { query: 'save', variables: {} } }
  const unsettled = { key: 'k1', act: 'save', planned, sent: { weight: '75' } }
  const sent = copyOf({ mine: { weight: '75' }, isRestored: true, unsettled })
  await screen.redraw(<RecordNotices copy={sent} label={label} />)
  expect(screen.text()).toContain(draftsEn.draftUnsettled)
})

test('a removal is told, with who and when if that is known, and put back if that is possible', async () => {
  const removed = { empty: first, mine: { weight: '75' }, isRestored: true }
  const onPutBack = vi.fn()
  const screen = await draw(<RecordNotices copy={copyOf(removed)} label={label} onPutBack={onPutBack} />)
  expect(screen.text()).toContain('This has been removed')
  expect(screen.text()).toContain('If you put it back')
  expect(screen.text()).not.toContain('Removed by')
  await screen.press('Put back with my changes')
  expect(onPutBack).toHaveBeenCalledOnce()
  await screen.redraw(<RecordNotices copy={copyOf({ ...removed, removedBy: kari })} label={label} />)
  expect(screen.text()).toContain('Removed by Kari, 20 Oct 2026, 11:00.')
  expect(screen.text()).toContain('so that you can copy it')
  expect(screen.place.querySelector('button')).toBeNull()
})

test('each field that both changed is asked about, with both values and who changed it', async () => {
  const copy = copyOf(asking)
  const text = (key: string, value: string) => (key === 'weight' && value !== '' ? `${value} kg` : value)
  const screen = await draw(<RecordNotices copy={copy} label={label} text={text} />)
  expect(screen.text()).toContain('2 fields were changed')
  expect(screen.text()).toContain(draftsEn.bothChangedText)
  const questions = [...screen.place.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(questions[0]).toBe('Weight changed by Kari, 20 Oct 2026, 11:00Yours75 kgTheirs72 kgKeep mineTake theirs')
  expect(questions[1]).toBe('Room changed elsewhereYoursB9Theirs(empty)Keep mineTake theirs')
  await screen.press('Keep mine: Weight')
  await screen.press('Take theirs: Room')
  expect(vi.mocked(copy.resolve).mock.calls).toEqual([
    ['weight', 'mine'],
    ['room', 'theirs'],
  ])
  await screen.redraw(<RecordNotices copy={copy} label={label} />)
  expect(screen.text()).toContain('Yours75Theirs72')
  // What nothing means is the record's to say.
  await screen.redraw(<RecordNotices copy={copy} label={label} text={(_, value) => value || 'Removed'} />)
  expect(screen.text()).toContain('YoursB9TheirsRemoved')
})

test('one’s own other window is no colleague', async () => {
  const lars = { by: 'Lars', at: kari.at }
  const removed = { empty: first, mine: { weight: '75' }, removedBy: lars }
  const screen = await draw(<RecordNotices copy={copyOf(removed)} label={label} />)
  expect(screen.text()).toContain('Removed by you, 20 Oct 2026, 11:00.')
  const copy = copyOf({ ...asking, authors: new Map([[2, lars]]) })
  await screen.redraw(<RecordNotices copy={copy} label={label} />)
  const [question] = [...screen.place.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(question).toBe(
    'Weight changed by you in another window, 20 Oct 2026, 11:00Here75In the other window72Keep this oneTake the other one',
  )
  await screen.press('Take the other one: Weight')
  expect(copy.resolve).toHaveBeenCalledWith('weight', 'theirs')
})

/** Draws questions that go one by one as they are answered, in an element. */
async function answering(frame: (notices: ReactNode) => ReactNode) {
  function Questions() {
    const [asked, setAsked] = useState(asking.asked ?? {})
    const resolve = (key: string) =>
      setAsked(Object.fromEntries(Object.entries(asked).filter(([each]) => each !== key)))
    return frame(<RecordNotices copy={{ ...copyOf({ ...asking, asked }), resolve }} label={label} />)
  }
  const screen = await draw(<Questions />)
  return async (name: string) => {
    await screen.press(name)
    await act(() => new Promise<void>((done) => requestAnimationFrame(() => done())))
    return document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
  }
}

test('an answer moves the focus to the next question, and then to the button that saves', async () => {
  const answer = await answering((notices) => (
    <form>
      {notices}
      <button type="submit">Save</button>
    </form>
  ))
  expect(await answer('Keep mine: Weight')).toBe('Keep mine: Room')
  expect(await answer('Keep mine: Room')).toBe('Save')
})

test('a later change leaves the focus where it is', async () => {
  const { records } = world
  const { source, read } = newSource(first)
  function Questions() {
    const copy = useRecord(describeRecord({ source, findAuthor: async () => kari }))
    return (
      <form>
        <RecordNotices copy={copy} label={label} />
        <button type="submit">Save</button>
        <input name="other" />
      </form>
    )
  }
  const screen = await draw(<Questions />)
  await screen.doing(() => records.type(record, { weight: '75' }))
  await screen.doing(() => read({ version: 2, fields: { weight: '72' } }))
  await screen.press('Keep mine: Weight')
  expect(document.activeElement).toBe(screen.find('[type="submit"]'))
  await screen.doing(() => screen.find('input').focus())
  await screen.doing(() => records.type(record, { weight: '76' }))
  expect(document.activeElement).toBe(screen.find('input'))
  await screen.doing(() => records.discard(record))
})

test('also outside of a form', async () => {
  const answer = await answering((notices) => (
    <div data-draft>
      {notices}
      <button type="button" data-save>
        Confirm
      </button>
    </div>
  ))
  await answer('Take theirs: Weight')
  expect(await answer('Take theirs: Room')).toBe('Confirm')
})

test('typed values that are no part of a record are shown, to be copied or discarded', async () => {
  const onDiscard = vi.fn()
  const typed = [
    { name: 'Weight', value: '75' },
    { name: 'Room', value: '' },
  ]
  const screen = await draw(<TypedNotice title="Closed by Kari" typed={typed} onDiscard={onDiscard} />)
  expect(screen.text()).toContain(`Closed by Kari${draftsEn.notInRecord}`)
  expect([...screen.place.querySelectorAll('dt, dd')].map(({ textContent }) => textContent)).toEqual([
    'Weight',
    '75',
    'Room',
    '(empty)',
  ])
  await screen.press('Discard what I typed')
  expect(onDiscard).toHaveBeenCalledOnce()
})

test('the guard asks about the lane’s open editors, and leaving throws their text away', async () => {
  const { records } = world
  records.show(describeRecord({ source: newSource({ version: 1, fields: { name: 'Oslo' } }).source }))
  records.edit(record, true)
  const screen = await draw(<RecordGuard lane="subject/s" />)
  expect(guards.given).toMatchObject({ isChanged: false })
  expect(guards.given).not.toHaveProperty('within')
  await screen.doing(() => records.type(record, { name: 'Bergen' }))
  const { isUnsaved, onLeave } = guards.given as { isUnsaved: () => boolean; onLeave: () => void }
  expect([guards.given.isChanged, isUnsaved()]).toEqual([true, true])
  await screen.doing(onLeave)
  expect([guards.given.isChanged, isUnsaved()]).toEqual([false, false])
  await screen.redraw(<RecordGuard lane="subject/s" within="/studies" />)
  expect(guards.given).toMatchObject({ within: '/studies' })
})
