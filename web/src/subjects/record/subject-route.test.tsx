// @vitest-environment happy-dom
import { Route, Router, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createNavigation, type Shown } from '../../browser/navigation/create-navigation.ts'
import { closeAll, draw } from '../../records/test/screen.tsx'
import { useSubjectRoute } from './subject-route.ts'

const page = vi.hoisted(() => ({ navigation: undefined as ReturnType<typeof createNavigation> | undefined }))
vi.mock('../../browser/navigation/navigation.ts', () => ({
  get navigation() {
    return page.navigation
  },
}))
vi.mock('../../records/records.ts', () => ({ records: { isEditing: () => false } }))

afterEach(closeAll)

const subject = '/studies/s/subjects/1'
let route: ReturnType<typeof useSubjectRoute>

function Subject() {
  route = useSubjectRoute('s', '1')
  return null
}

/** A subject's screen whose addresses are drawn when told, as on a machine that is busy. */
async function subjectAt(address: string) {
  history.replaceState(null, '', address)
  const navigation = createNavigation(() => window)
  page.navigation = navigation
  const waiting: Shown[] = []
  navigation.subscribe(() => waiting.push(navigation.state().shown as Shown))
  navigation.start(() => undefined)
  const at = ({ location, action }: Shown) => (
    <Router location={location} navigationType={action} navigator={navigation.navigator}>
      <Routes>
        <Route path="/studies/:studyid/subjects/:subjectid/*" element={<Subject />} />
      </Routes>
    </Router>
  )
  const first = waiting.shift() as Shown
  const { doing, redraw } = await draw(at(first))
  navigation.drew(first.location.pathname)
  async function drawNext() {
    const next = waiting.shift()
    if (!next) throw new Error('No address is left to be drawn')
    await redraw(at(next))
    navigation.drew(next.location.pathname)
  }
  return { doing, drawNext, address: () => window.location.pathname, navigator: navigation.navigator, waiting }
}

test('a part that is closed before its address is drawn stays closed, and its address is left', async () => {
  const { doing, drawNext, address, waiting } = await subjectAt(subject)
  await doing(() => route.open('devices', 'new'))
  expect([route.opened, address()]).toEqual([{ devices: 'new' }, `${subject}/devices/new`])
  await doing(() => route.close('devices'))
  expect([route.opened.devices, address()]).toEqual([undefined, subject])
  for (const _ of [...waiting]) {
    await drawNext()
    expect(route.opened.devices).toBeUndefined()
  }
  await doing(() => route.open('devices', 'new'))
  await drawNext()
  expect(route.opened.devices).toBe('new')
})

test('a link opens what its address names, also what was opened and closed before', async () => {
  const { doing, drawNext, navigator } = await subjectAt(subject)
  await doing(() => route.open('devices', 'new'))
  await drawNext()
  await doing(() => route.close('devices'))
  await drawNext()
  await doing(() => navigator.push(`${subject}/devices/new`))
  expect(route.opened.devices).toBeUndefined()
  await drawNext()
  expect(route.opened.devices).toBe('new')
})

test('whoever opens another part, or leaves for a form, is not led back by one that closes', async () => {
  const { doing, drawNext, address } = await subjectAt(`${subject}/devices/new`)
  expect(route.opened.devices).toBe('new')
  await doing(() => route.open('activities', 'a'))
  await doing(() => route.close('devices'))
  expect([route.opened.devices, address()]).toEqual([undefined, `${subject}/activities/a`])
  await drawNext()
  await doing(() => route.openForm('new'))
  await doing(() => route.close('activities'))
  expect(address()).toBe(`${subject}/formtypes/new`)
})
