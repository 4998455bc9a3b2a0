import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserRows, type SealedRow } from './sealed-rows.ts'

function row(id: string, tab: string): SealedRow {
  return { id, tab, session: 'session', until: '2026-11-24T10:00:00.000Z', sealed: new Uint8Array([1, 2, 3]) }
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})
afterEach(() => vi.unstubAllGlobals())

test('rows are stored by their id, for every tab of the browser', async () => {
  const rows = browserRows()
  expect(await rows.all()).toEqual([])
  await rows.put(row('a', 'one'))
  await rows.put(row('b', 'one'))
  await rows.put(row('a', 'two'))
  const found = await browserRows().all()
  expect(found.map(({ id, tab }) => [id, tab])).toEqual([
    ['a', 'two'],
    ['b', 'one'],
  ])
  expect(found[0]?.sealed).toEqual(new Uint8Array([1, 2, 3]))
  await rows.remove('a')
  expect((await rows.all()).map(({ id }) => id)).toEqual(['b'])
  await rows.clear()
  expect(await rows.all()).toEqual([])
})

test('the database has a name and a version by which later releases find it, and is opened once and only if needed', async () => {
  const open = vi.spyOn(indexedDB, 'open')
  const rows = browserRows()
  expect(open).not.toHaveBeenCalled()
  await rows.all()
  await rows.clear()
  expect(open).toHaveBeenCalledTimes(1)
  expect(await indexedDB.databases()).toEqual([{ name: 'casebook-drafts', version: 1 }])
  const opened = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('casebook-drafts')
    request.onsuccess = () => resolve(request.result)
  })
  expect([...opened.objectStoreNames]).toEqual(['sealed'])
  expect(opened.transaction('sealed').objectStore('sealed').keyPath).toBe('id')
})

test('a database of a later release, and a row without an id, are refused', async () => {
  await new Promise((resolve) => {
    indexedDB.open('casebook-drafts', 2).onsuccess = resolve
  })
  await expect(browserRows().all()).rejects.toThrow()
  vi.stubGlobal('indexedDB', new IDBFactory())
  const { id: _, ...nameless } = row('a', 'one')
  await expect(browserRows().put(nameless as SealedRow)).rejects.toThrow()
})
