import { beforeEach, expect, test, vi } from 'vitest'
import { sendFile } from './send-file.ts'

/** An XMLHttpRequest that does what the test says. */
class FakeRequest {
  static last: FakeRequest
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  status = 0
  opened: unknown[] = []
  body: FormData | undefined
  constructor() {
    FakeRequest.last = this
  }
  open(...opened: unknown[]) {
    this.opened = opened
  }
  send(body: FormData) {
    this.body = body
  }
  abort = () => this.onabort?.()
}

beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeRequest))

const file = new File(['1,2'], 'arm.csv')

function begin() {
  const onProgress = vi.fn()
  const aborting = new AbortController()
  const outcome = sendFile({
    objectUrl: 'https://store/bucket',
    fields: '{key=a/b,policy=p==}',
    file,
    onProgress,
    signal: aborting.signal,
  })
  return { outcome, onProgress, aborting, request: FakeRequest.last }
}

test('the presigned fields are posted in their order, and the file last', async () => {
  const { request } = begin()
  expect(request.opened).toEqual(['POST', 'https://store/bucket'])
  const parts = [...(request.body ?? new FormData())]
  expect(parts.map(([name]) => name)).toEqual(['key', 'policy', 'file'])
  expect(parts.slice(0, 2)).toEqual([
    ['key', 'a/b'],
    ['policy', 'p=='],
  ])
  expect(request.body?.get('file')).toMatchObject({ name: 'arm.csv', size: 3 })
})

test.each([
  [200, 'sent'],
  [201, 'refused'],
  [204, 'refused'],
  [403, 'refused'],
])('the status %i means %s', async (status, expected) => {
  const { request, outcome } = begin()
  request.status = status
  request.onload?.()
  expect(await outcome).toBe(expected)
})

test('a lost connection breaks it off', async () => {
  const { request, outcome } = begin()
  request.onerror?.()
  expect(await outcome).toBe('broken')
})

test('progress is reported in bytes', () => {
  const { request, onProgress } = begin()
  request.upload.onprogress?.({ loaded: 3, total: 9 })
  expect(onProgress.mock.calls).toEqual([[3, 9]])
})

test('an abort ends the request', async () => {
  const { outcome, aborting } = begin()
  aborting.abort()
  expect(await outcome).toBe('aborted')
})
