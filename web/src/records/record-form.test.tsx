// @vitest-environment happy-dom
import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { optionalText, requiredText } from '@casebook/domain/shared/record-fields/record-fields.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Entry, openEntry } from './machine/entry.ts'
import { viewOf } from './machine/view.ts'
import { RecordForm } from './RecordForm.tsx'
import { closeAll, draw } from './test/screen.tsx'
import type { Editor } from './use-record.ts'

vi.mock('../session/own-name.ts', () => ({ useOwnName: () => 'Lars' }))
vi.mock('./records.ts', () => ({ records: {} }))

afterEach(closeAll)

const stored = { version: 1, fields: { name: 'Oslo' } }
const events = {
  type: vi.fn<(fields: Fields) => void>(),
  resolve: vi.fn(),
  discard: vi.fn(),
  check: vi.fn(),
  checkAll: vi.fn(),
  save: vi.fn<Editor<unknown, string>['save']>(),
}
const onSaved = vi.fn()
const onClose = vi.fn()
beforeEach(() => void vi.clearAllMocks())

function editorOf(more: Partial<Entry> = {}, settings: Partial<Editor<unknown, string>> = {}): Editor<unknown, string> {
  const entry = openEntry(stored, more)
  const shown = { record: 'site/one', entry, row: undefined, errorOf: () => undefined, refusal: undefined }
  return { ...viewOf(entry), ...shown, ...events, failed: 0, savedAt: null, ...settings }
}

const fields = { name: requiredText('Name', () => undefined), status: optionalText('Status', () => undefined) }
type Settings = Partial<Parameters<typeof RecordForm<typeof fields, unknown, string>>[0]>
const form = (settings: Settings = {}) => (
  <RecordForm
    editor={editorOf()}
    fields={fields}
    label={(field) => (field === 'name' ? 'Name' : 'Status')}
    saveLabel="Save"
    onSaved={onSaved}
    onClose={onClose}
    {...settings}
  />
)
const input = (place: HTMLElement) => place.querySelector('input') as HTMLInputElement
const submit = (place: HTMLElement) =>
  place.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))

describe('a form over the fields of a record', () => {
  test('shows each text with its label, and raises what is typed and left', async () => {
    const { place, doing, text } = await draw(form())
    const [name, status] = place.querySelectorAll('input')
    expect(name).toMatchObject({ value: 'Oslo', name: 'name', disabled: false })
    expect(status).toMatchObject({ value: '', name: 'status' })
    expect(place.querySelector('form')?.noValidate).toBe(true)
    for (const attribute of ['autocomplete', 'spellcheck'])
      expect(name?.getAttribute(attribute)).toBe(attribute === 'spellcheck' ? 'false' : 'off')
    expect([name, status].map((each) => each?.getAttribute('aria-required'))).toEqual(['true', null])
    expect(text()).toMatch(/Name \*.*Status(?! \*)/)
    expect(place.querySelector('datalist')).toBeNull()
    await doing(() => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      set?.call(status, 'OPEN')
      status?.dispatchEvent(new Event('input', { bubbles: true }))
    })
    expect(events.type).toHaveBeenCalledExactlyOnceWith({ status: 'OPEN' })
    await doing(() => status?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
    expect(events.check).toHaveBeenCalledExactlyOnceWith('status')
  })

  test('folded fields are behind a line that says how they stand, and opened by what is wrong, asked or changed', async () => {
    const folded = { fields: ['status'] as const, heading: 'Details', stand: 'as usual', about: 'Seldom changed.' }
    const { place, redraw, doing, text } = await draw(form({ folded }))
    const fold = () => place.querySelector('details') as HTMLDetailsElement
    const close = () =>
      doing(() => {
        fold().open = false
        fold().dispatchEvent(new Event('toggle'))
      })
    expect(text()).toMatch(/Name \*.*Details.*as usual.*Seldom changed\..*Status/)
    expect(fold().open).toBe(false)
    expect(fold().querySelector('input')).toMatchObject({ name: 'status' })

    const wrong = (failed: number) =>
      form({
        folded,
        editor: editorOf({ isHeard: true }, { failed, errorOf: (key) => (key === 'status' ? 'Too long' : undefined) }),
      })
    for (const failed of [1, 2]) {
      await redraw(wrong(failed))
      expect(fold().open).toBe(true)
      await close()
      expect(fold().open).toBe(false)
    }
    await redraw(wrong(2))
    expect(fold().open).toBe(false)

    const changed = openEntry({ version: 2, fields: { name: 'Oslo', status: 'CLOSED' } }, { isHeard: true })
    await redraw(form({ folded, editor: editorOf({}, { ...viewOf(changed), entry: changed }) }))
    expect(fold().open).toBe(true)
    expect(
      (await draw(form({ folded, editor: editorOf({ mine: { status: 'x' } }) }))).place.querySelector('details')?.open,
    ).toBe(true)
  })

  test('an offered value may be shown and typed by its words', async () => {
    const offered = [{ value: 'protocol', label: 'Protocol' }]
    const editor = editorOf({ mine: { name: 'protocol' } })
    const { place, doing } = await draw(form({ editor, shown: { name: { offered, isInWords: true } } }))
    const typeName = (text: string) =>
      doing(() => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(place), text)
        input(place).dispatchEvent(new Event('input', { bubbles: true }))
      })
    expect(input(place).value).toBe('Protocol')
    expect(place.querySelector('option')?.value).toBe('Protocol')
    await typeName('Minutes')
    expect(events.type).toHaveBeenLastCalledWith({ name: 'Minutes' })
    const empty = await draw(form({ shown: { name: { offered, isInWords: true } } }))
    await empty.doing(() => {
      const other = input(empty.place)
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(other, 'Protocol')
      other.dispatchEvent(new Event('input', { bubbles: true }))
    })
    expect(events.type).toHaveBeenLastCalledWith({ name: 'protocol' })
  })

  test('a field may be described, remarked on, and offer values', async () => {
    const offered = [{ value: 'OPEN', label: 'Open' }]
    const remark = (typed: string) => (typed === 'Oslo' ? 'Looks like oslo.' : undefined)
    const shown = {
      name: { remark, description: 'Of the site', placeholder: 'Site' },
      status: { offered, remark, description: 'Free text' },
    }
    const { place, text } = await draw(form({ shown }))
    expect(text()).toContain('Looks like oslo.')
    expect(text()).not.toContain('Of the site')
    expect(text()).toContain('Free text')
    const [name, status] = place.querySelectorAll('input')
    expect(name).toMatchObject({ placeholder: 'Site' })
    expect(name?.getAttribute('list')).toBeNull()
    expect(status?.getAttribute('list')).toBe(place.querySelector('datalist')?.id)
    expect(place.querySelector('datalist')?.id).toMatch(/.status$/)
    expect(place.querySelector('datalist')?.innerHTML).toMatch(/value="OPEN".*label="Open"|label="Open".*value="OPEN"/)
    const errorOf = (key: string) => (key === 'name' ? 'Too long.' : undefined)
    const mistaken = await draw(form({ shown, editor: editorOf({}, { errorOf }) }))
    expect(mistaken.text()).toMatch(/^Name \*.*Looks like oslo\..*Too long\./)
    // A remark stands below its input, a description above it.
    const order = (input: Element | undefined) =>
      input &&
      Boolean(
        input.compareDocumentPosition(input.closest('form')?.querySelectorAll('p')[input === name ? 0 : 1] as Node) &
          Node.DOCUMENT_POSITION_FOLLOWING,
      )
    expect([order(name), order(status)]).toEqual([true, false])
  })

  test('a number has an input of its width and opens its pad', async () => {
    const { place } = await draw(form({ shown: { status: { isNumber: true } } }))
    expect([...place.querySelectorAll('input')].map(({ inputMode }) => inputMode)).toEqual(['', 'decimal'])
  })

  test('a mistake stands beside the input, a refusal beside the button', async () => {
    const errorOf = (key: string) => (key === 'name' ? 'Too long.' : undefined)
    const { text } = await draw(form({ editor: editorOf({}, { errorOf, refusal: 'Not now.' }) }))
    expect(text()).toContain('Too long.')
    expect(text()).toContain('Not now.')
  })

  test('saving tells the answer and closes, unless it was refused or the person has left', async () => {
    const { place, doing, text, redraw } = await draw(form())
    await doing(() => submit(place))
    expect([events.save.mock.calls.length, onSaved.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0, 0])
    events.save.mockResolvedValueOnce({ type: 'saved', data: 'answer', isWhole: false, isShown: false })
    let isPrevented: boolean | undefined
    await doing(() => {
      isPrevented = !submit(place)
    })
    expect(isPrevented).toBe(true)
    expect(onSaved).toHaveBeenCalledExactlyOnceWith('answer')
    expect(onClose).not.toHaveBeenCalled()
    events.save.mockResolvedValueOnce({ type: 'saved', data: 'answer', isWhole: true, isShown: true })
    await doing(() => submit(place))
    expect(onClose).toHaveBeenCalledExactlyOnceWith('answer')
    events.save.mockResolvedValueOnce({ type: 'saved', data: 'answer', isWhole: true, isShown: true })
    await redraw(form({ onSaved: undefined, busyLabel: 'Saving', editor: editorOf({}, { isBusy: true }) }))
    expect(text()).toContain('Saving')
    await doing(() => submit(place))
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  test('another one is added by its button or by Shift Enter, in the form that stays, with the focus in its first field', async () => {
    const saved = { type: 'saved', data: 'answer', isWhole: true, isShown: true } as const
    const editor = editorOf({ mine: { name: ' Bergen ' } })
    const { place, find, press, doing, redraw } = await draw(form({ addsAnother: true, editor }))
    const status = find('[role="status"]')
    const key = async (more: object) => {
      const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...more })
      await doing(() => input(place).dispatchEvent(event))
      return event.defaultPrevented
    }
    // A refused one stays as it is.
    await press('Create and add another')
    expect([events.save.mock.calls.length, onSaved.mock.calls, status.textContent]).toEqual([1, [], ''])
    events.save.mockResolvedValueOnce(saved)
    await press('Create and add another')
    expect([onSaved.mock.calls, onClose.mock.calls]).toEqual([[['answer']], []])
    expect(status.textContent).toBe('Added: Bergen')
    expect(document.activeElement).toBe(input(place))
    // Of a form that was left, only what was saved is told.
    await redraw(form({ addsAnother: true, editor: editorOf({ mine: { name: 'Moss' } }) }))
    events.save.mockResolvedValueOnce({ ...saved, isShown: false })
    expect(await key({ key: 'Enter', shiftKey: true })).toBe(true)
    expect([onSaved.mock.calls.length, status.textContent]).toEqual([2, 'Added: Bergen'])
    events.save.mockResolvedValueOnce(saved)
    await redraw(form({ addsAnother: true, onSaved: undefined, editor: editorOf({ mine: { name: 'Moss' } }) }))
    await key({ key: 'Enter', shiftKey: true })
    expect(status.textContent).toBe('Added: Moss')
    events.save.mockClear()
    expect([await key({ key: 'Enter' }), await key({ key: 'a', shiftKey: true })]).toEqual([false, false])
    await redraw(form())
    expect(await key({ key: 'Enter', shiftKey: true })).toBe(false)
    expect(events.save).not.toHaveBeenCalled()
    expect(place.textContent).not.toContain('Create and add another')
    expect(place.querySelector('[role="status"]')).toBeNull()
  })

  test('Cancel throws away what was typed', async () => {
    const { press } = await draw(form())
    await press('Cancel')
    expect([events.discard.mock.calls, onClose.mock.calls]).toEqual([[[]], [[]]])
  })

  test('a change of what was there is marked, the first text of a new record is not', async () => {
    const { text, redraw } = await draw(form())
    expect(text()).not.toContain('unsaved')
    await redraw(form({ editor: editorOf({ mine: { name: 'Bergen' } }) }))
    expect(text()).toContain('nsaved')
    await redraw(form({ isNew: true, editor: editorOf({ mine: { name: 'Bergen' } }) }))
    expect(text()).not.toContain('nsaved')
  })

  test('what a colleague removed can be put back by who may, and not be saved by others', async () => {
    const removed = editorOf({ empty: { version: null, fields: { name: '' } } })
    const { place, button, press, redraw } = await draw(form({ editor: removed }))
    expect(button('Save')).toMatchObject({ disabled: true })
    expect(place.textContent).not.toContain('Put back')
    await redraw(form({ editor: removed, canPutBack: true }))
    // One button that acts: the one that says what it does.
    expect(button('Save')).toMatchObject({ disabled: true })
    await press('Put back with my changes')
    expect(events.save).toHaveBeenCalledOnce()
    await redraw(form({ isDisabled: true }))
    expect([button('Save'), input(place)]).toMatchObject([{ disabled: true }, { disabled: true }])
    await redraw(form())
    expect([button('Save'), input(place)]).toMatchObject([{ disabled: false }, { disabled: false }])
  })

  test('a question names the field by its label', async () => {
    const editor = editorOf({ mine: { name: 'Bergen' }, asked: { name: { base: 'Moss', version: 1 } } })
    expect((await draw(form({ editor }))).text()).toContain('Name changed elsewhere')
  })

  test('a field of another kind stands below the inputs, and is asked about in its own words', async () => {
    const stored = { base: { version: 2, fields: { name: 'Oslo', kind: 'b' } }, mine: { name: 'Bergen', kind: 'a' } }
    const asked = { name: { base: '', version: 2 }, kind: { base: '', version: 2 } }
    const more = { key: 'kind', label: 'Kind', text: (value: string) => `kind ${value}`, input: <select name="kind" /> }
    const { place } = await draw(form({ editor: editorOf({ ...stored, asked }), more }))
    const questions = [...place.querySelectorAll('li')].map(({ textContent }) => textContent)
    expect(questions[0]).toMatch(/^Name .*YoursBergenTheirsOslo/)
    expect(questions[1]).toMatch(/^Kind .*Yourskind aTheirskind b/)
    expect([...place.querySelectorAll('[name]')].map((each) => each.getAttribute('name'))).toEqual([
      'name',
      'status',
      'kind',
    ])
  })

  test('on a page of its own it has the focus', async () => {
    const { place, redraw } = await draw(form({ isFocused: true, children: 'Above' }))
    expect(document.activeElement).toBe(input(place))
    expect(place.querySelector('form')?.textContent).toMatch(/^Above/)
    await redraw(null)
    await redraw(form())
    expect(document.activeElement).not.toBe(input(place))
  })
})
