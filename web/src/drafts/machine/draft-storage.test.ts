import { afterEach, expect, test, vi } from 'vitest'
import { openDraft, reduceDraft } from './draft-machine.ts'
import { discardStored, draftKey, keepDraft, onStoredDrafts, storedRecords } from './draft-storage.ts'

/** A storage whose keys are its own properties, as in a browser. */
function newStorage() {
  const methods = {
    getItem(key: string): string | null {
      return Object.getOwnPropertyDescriptor(this, key)?.value ?? null
    },
    setItem(key: string, value: string) {
      Object.defineProperty(this, key, { value, enumerable: true, configurable: true })
    },
    removeItem(key: string) {
      Reflect.deleteProperty(this, key)
    },
  }
  return Object.create(methods)
}

afterEach(() => vi.unstubAllGlobals())

test('a draft is reported when it begins and when it ends, not at each letter', () => {
  vi.stubGlobal('sessionStorage', newStorage())
  const heard = vi.fn()
  const stop = onStoredDrafts(heard)
  const key = draftKey('kari', 'form/s/visit')
  const saved = openDraft({ version: 1, fields: { Weight: '70' } })
  const typed = (text: string) => reduceDraft(saved, { type: 'typed', fields: { Weight: text } })

  keepDraft(key, saved)
  expect(heard).toHaveBeenCalledTimes(0)
  for (const text of ['7', '71', '71.5']) keepDraft(key, typed(text))
  expect(heard).toHaveBeenCalledTimes(1)
  expect(storedRecords('kari')).toEqual(['form/s/visit'])
  expect(storedRecords('lars')).toEqual([])
  discardStored(key)
  expect(heard).toHaveBeenCalledTimes(2)
  expect(storedRecords('kari')).toEqual([])
  stop()
})
