import { expect, test } from 'vitest'
import { safeReturnTo } from './start.ts'

test.each(['/', '/studies', '/studies/1/subjects?filter=a%20b#top', '/sites/new'])('%s is kept', (path) => {
  expect(safeReturnTo(path)).toBe(path)
})

test.each([
  undefined,
  null,
  ['/a', '/b'],
  '',
  'studies',
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%5Cevil.example',
  '/%2Fevil.example',
  '/%2fevil.example',
  '/a/..//evil.example',
  '/.//evil.example',
  '/x\r\nSet-Cookie: a=b',
  '/x%0d%0aSet-Cookie:%20a=b',
  '/\tevil',
  '/%09/evil.example',
  '/\u0085evil',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  '/%',
  '/auth/sign-in',
  '/auth',
  '/studies/../auth/sign-in',
  `/${'a'.repeat(2001)}`,
])('%j becomes /', (text) => {
  expect(safeReturnTo(text)).toBe('/')
})
