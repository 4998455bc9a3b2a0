// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeAll, draw } from '../../records/test/screen.tsx'
import { formTypesEn } from '../messages.en.ts'

const rename = vi.fn<(variables: { note: string; previousNote: string }) => Promise<void>>()
const rereadShown = vi.fn(() => Promise.resolve())
vi.mock('../../calls/graphql.ts', () => ({ useWrite: () => [rename, false], rereadShown }))
vi.mock('../../calls/errors.ts', () => ({ reportError: () => [], dismissError: () => undefined }))
vi.mock('../../locale/failure-text.ts', () => ({ useFailureText: () => () => 'Refused.' }))
vi.mock('../../texts/catalogue.ts', () => ({ loadScreensAhead: vi.fn() }))
const { VersionName } = await import('./VersionName.tsx')

afterEach(closeAll)
beforeEach(() => vi.resetAllMocks())

const name = (note: string) => (
  <VersionName studyid="study" formtypeid="type" number={2} note={note} label="Version 2" />
)

async function typed(note: string, text: string) {
  const screen = await draw(name(note), { formTypes: formTypesEn })
  await screen.press('Call Version 2 something else')
  const input = screen.find('input') as HTMLInputElement
  await screen.doing(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  return screen
}

test('a version is called something else over the name that it had when the input was opened', async () => {
  const screen = await typed('First', 'Mine')
  await screen.redraw(name('Theirs'))
  expect(screen.text()).toContain('Now called: Theirs')
  await screen.press('OK')
  expect(rename).toHaveBeenCalledTimes(1)
  expect(rename.mock.calls[0]?.[0]).toMatchObject({ note: 'Mine', previousNote: 'First' })
})

test('who was refused sees the present name, and then replaces it', async () => {
  rename.mockRejectedValueOnce(new Error('renamed'))
  const screen = await typed('', 'Mine')
  await screen.press('OK')
  expect(rereadShown).toHaveBeenCalledTimes(1)
  await screen.redraw(name('Theirs'))
  expect(screen.text()).toContain('Now called: Theirs')
  await screen.press('OK')
  expect(rename.mock.calls.map(([{ previousNote }]) => previousNote)).toEqual(['', 'Theirs'])
})
