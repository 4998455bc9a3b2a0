// @vitest-environment happy-dom

import { beforeEach, expect, test, vi } from 'vitest'
import { CallFailed, Failure } from '../../calls/failures.ts'
import { AddImportJobDocument, CancelImportJobDocument, CheckImportJobDocument } from '../../generated/graphql.ts'

const study = { siteid: 'oslo', studyid: 'S' } as Parameters<typeof sendAndCheck>[0]
const asked = { formtypeid: null } as Parameters<typeof sendAndCheck>[2]
const seen = { written: [] as unknown[], sent: 0, added: 0, refusal: undefined as string | undefined }

vi.mock('../../calls/graphql.ts', () => ({
  readOnce: async () => ({}),
  rereadShown: async () => undefined,
  writeOnce: async (document: unknown) => {
    seen.written.push(document)
    if (document === CheckImportJobDocument && seen.refusal)
      throw new CallFailed([new Failure({ code: seen.refusal as 'CONFLICT', message: 'refused' })])
    if (document !== AddImportJobDocument) return {}
    seen.added += 1
    return { addImportJob: { importid: `I${seen.added}`, objectUrl: 'to', fields: '{}' } }
  },
}))
vi.mock('../../reference-data/uploads/send-file.ts', () => ({
  sendFile: async () => {
    seen.sent += 1
    return 'sent'
  },
}))
const { sendAndCheck } = await import('./sending.ts')

beforeEach(() => {
  Object.assign(seen, { written: [], sent: 0, added: 0, refusal: undefined })
})

test('what arrived is not sent again when the answer of its check was lost', async () => {
  const file = new File(['a'], 'lost.csv')
  seen.refusal = 'NETWORK'
  await expect(sendAndCheck(study, file, asked)).rejects.toThrow()
  seen.refusal = undefined
  expect(await sendAndCheck(study, file, asked)).toBe('I1')
  expect([seen.added, seen.sent]).toEqual([1, 1])
})

test('a file whose check the server refused begins a new import', async () => {
  const file = new File(['a'], 'cancelled.csv')
  seen.refusal = 'CONFLICT'
  await expect(sendAndCheck(study, file, asked)).rejects.toThrow()
  seen.refusal = undefined
  expect(await sendAndCheck(study, file, asked)).toBe('I2')
  expect([seen.added, seen.sent]).toEqual([2, 2])
})

test('another file cancels the import of the one that did not arrive whole', async () => {
  seen.refusal = 'NETWORK'
  await expect(sendAndCheck(study, new File(['a'], 'one.csv'), asked)).rejects.toThrow()
  seen.refusal = undefined
  await sendAndCheck(study, new File(['b'], 'two.csv'), asked)
  expect(seen.written).toContain(CancelImportJobDocument)
})
