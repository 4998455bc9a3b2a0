// @vitest-environment happy-dom
import type { ClipboardEvent } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { problemsNb } from '../../app/messages/problems.nb.ts'
import { componentsNb } from '../../components/messages.nb.ts'
import { draftsNb } from '../messages.nb.ts'
import { closeAll, draw, drawHook } from '../test/screen.tsx'
import { newWorld } from '../test/world.ts'

const { records } = newWorld()
const spoken = { locale: 'en', problems: {} as Readonly<Record<string, string>> }
vi.mock('../../session/own-name.ts', () => ({ useOwnName: () => 'Lars' }))
vi.mock('../records.ts', () => ({ records }))
vi.mock('../../texts/catalogue.ts', () => ({ loadScreensAhead: () => undefined }))
vi.mock('../../locale/locale.tsx', () => ({ useLocaleChoice: () => spoken }))

const { OneOrSeveral, pastesList, usePastedList } = await import('./PastedForm.tsx')
const { addNames, drawSites, record, Sites, whyNot } = await import('./test/sites.tsx')

beforeEach(() => {
  for (const each of records.unsaved()) records.discard(each)
})
afterEach(closeAll)

describe('a list that is pasted', () => {
  test('is asked for in an empty field that has the focus', async () => {
    const { area, text, sum, place, button, redraw } = await drawSites()
    expect(area()).toMatchObject({ name: 'list', value: '' })
    expect(document.activeElement).toBe(area())
    expect([area().getAttribute('spellcheck'), area().getAttribute('autocomplete')]).toEqual(['false', 'off'])
    expect(text()).toContain('SitesOne a line: type them, or paste a column of a spreadsheet.')
    expect([sum(), place.querySelector('table')]).toEqual(['', null])
    expect(button('Add 0')).toMatchObject({ disabled: true })
    await redraw(<Sites hint="Site, then its town." />)
    expect(text()).toContain('SitesSite, then its town.')
    expect(text()).not.toContain('One a line')
  })

  test('becomes a table with a line for each name, and a count of what is added', async () => {
    const { area, paste, lines, sum, button, find, place } = await drawSites()
    await paste('Oslo\nBergen\nMoss')
    expect(area().value).toBe('Oslo\nBergen\nMoss')
    expect(lines()).toEqual(['1 Oslo: Added', '2 Bergen: Added', '3 Moss: Added'])
    expect(sum()).toBe('3 to add')
    expect(button('Add 3')).toMatchObject({ disabled: false })
    expect(find('table').getAttribute('aria-label')).toBe('What is added')
    expect([...place.querySelectorAll('th')].map(({ textContent }) => textContent)).toEqual(['Site', 'What happens'])
    await paste('Oslo')
    expect(sum()).toBe('1 to add')
    await paste('')
    expect([sum(), place.querySelector('table')]).toEqual(['', null])
  })

  test('leaves out empty lines and cells beside the names, and keeps the numbers of the lines', async () => {
    const { paste, lines, sum } = await drawSites()
    await paste('\r\nOslo\tNorth\r\n \r\n  Bergen\r\n')
    expect(lines()).toEqual(['2 Oslo: Added', '4 Bergen: Added'])
    expect(sum()).toBe('2 to add')
  })

  test('adds a name once that stands in it twice, and tells which line has it already', async () => {
    const { paste, lines, sum } = await drawSites()
    await paste('Oslo\nMoss\noslo\nMoss')
    expect(lines().slice(2)).toEqual(['3 oslo: As in line 1: added once', '4 Moss: As in line 2: added once'])
    expect(sum()).toBe('2 to add, 2 left out')
  })

  test('names what exists already, and leaves it as it is', async () => {
    const { paste, lines, sum, redraw, button } = await drawSites({ existing: ['OSLO', null] })
    await paste('Oslo\nMoss')
    expect(lines()).toEqual(['1 Oslo: Exists already: left as it is', '2 Moss: Added'])
    expect(sum()).toBe('1 to add, 1 left out')
    // A colleague has added the other meanwhile.
    await redraw(<Sites existing={['Oslo', 'Moss']} />)
    expect(sum()).toBe('Nothing to add, 2 left out')
    expect(button('Add 0')).toMatchObject({ disabled: true })
  })

  test('keeps what a rule refuses among its lines, with the reason', async () => {
    const { paste, lines, sum, place } = await drawSites({ existing: ['Moss'] })
    await paste('Oslo?\nMoss\nBergen\nBergen')
    expect(lines()[0]).toBe(`1 Oslo?: ${whyNot('?')?.message}`)
    expect(sum()).toBe('1 to add, 2 left out, 1 refused')
    const states = [...place.querySelectorAll('[data-state]')].map((each) => each.getAttribute('data-state'))
    expect(states).toEqual(['refused', 'there', 'new', 'twice'])
  })

  test('may be remarked on: of a new name something else is said than that it is added', async () => {
    const remarkOf = (name: string) => (name === 'Osl0' ? 'Looks like Oslo.' : undefined)
    const { paste, lines, redraw } = await drawSites({ existing: ['Moss'], remarkOf })
    await paste('Osl0\nMoss\nBergen')
    expect(lines()).toEqual(['1 Osl0: Looks like Oslo.', '2 Moss: Exists already: left as it is', '3 Bergen: Added'])
    await redraw(<Sites existing={['Moss']} nameLabel="Place" remarkOf={() => 'Far away.'} />)
    expect(lines()[2]).toBe('3 Bergen: Far away.')
  })

  test('is a plain table, whose rows open nothing, are not chosen, and do not become cards', async () => {
    const { paste, find, place, redraw } = await drawSites()
    await paste('Oslo')
    const opens = ['data-opens', 'data-card'].map((name) => find('table').getAttribute(name))
    expect(opens).toEqual([null, null])
    expect(place.querySelector('[aria-current]')).toBeNull()
    const cells = [...place.querySelectorAll('td')]
    expect(cells.map((cell) => cell.getAttribute('data-column'))).toEqual(['name', 'state'])
    // On a phone what is said of a line needs no label.
    expect(cells.map((cell) => cell.getAttribute('data-label'))).toEqual([null, null])
    const [row] = place.querySelectorAll('tbody tr')
    await paste('Oslo\nMoss')
    expect(place.querySelector('tbody tr')).toBe(row)
    await redraw(<Sites nameLabel="Place" />)
    expect(place.querySelector('th')?.textContent).toBe('Place')
  })
})

describe('one at a time or several', () => {
  test.each([
    [false, 'Several at once'],
    [true, 'One at a time'],
  ])('while several is %s, the button offers the other', async (hasSeveral, name) => {
    const onChange = vi.fn()
    const { press } = await draw(<OneOrSeveral hasSeveral={hasSeveral} onChange={onChange} />)
    await press(name)
    expect(onChange).toHaveBeenCalledExactlyOnceWith(!hasSeveral)
  })

  test('a list that was pasted into the field for one name is typed into the list', async () => {
    const { result, doing } = await drawHook(() => usePastedList(record, whyNot, addNames))
    const [onList, preventDefault] = [vi.fn(), vi.fn()]
    const pasted = (text: string) =>
      doing(() => {
        const getData = (type: string) => (type === 'text/plain' ? text : '')
        pastesList(result(), onList)({ clipboardData: { getData }, preventDefault } as unknown as ClipboardEvent)
      })
    // One name goes where it is pasted.
    await pasted('Oslo')
    expect([onList.mock.calls.length, preventDefault.mock.calls.length]).toEqual([0, 0])
    await pasted('Oslo\nMoss')
    expect([onList.mock.calls.length, preventDefault.mock.calls.length]).toEqual([1, 1])
    const { area, sum } = await drawSites()
    expect([area().value, sum()]).toEqual(['Oslo\nMoss', '2 to add'])
  })
})

test('in Norwegian everything is said in Norwegian', async () => {
  Object.assign(spoken, { locale: 'nb', problems: problemsNb })
  const { paste, text, key, sum, lines } = await drawSites(
    { existing: ['Moss'] },
    { drafts: draftsNb, components: componentsNb },
  )
  expect(text()).toContain(draftsNb.list.hint)
  await paste('Oslo\nMoss\nOslo\nBergen?')
  expect(lines()).toEqual([
    '1 Oslo: Legges til',
    '2 Moss: Finnes allerede: blir som den er',
    '3 Oslo: Som i linje 1: legges til én gang',
    `4 Bergen?: ${problemsNb['text.control-characters']}`,
  ])
  expect(sum()).toBe('1 legges til, 2 utelates, 1 avvises')
  await paste('Bergen?')
  await key('Enter', { ctrlKey: true })
  expect(text()).toContain(problemsNb['list.nothing-new'])
})
