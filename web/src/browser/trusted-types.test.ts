import { expect, test, vi } from 'vitest'
import { ownPolicy, trustOwnScripts } from './trusted-types.ts'

const location = { href: 'https://casebook.example/studies/1', origin: 'https://casebook.example' }

test('text without markup is let through, and nothing that could be an element', () => {
  const { createHTML } = ownPolicy({ location })
  const css = '*, *::before {transition: none !important;} .a > .b {content: "x"}'
  expect(createHTML(css)).toBe(css)
  for (const text of ['<img src=x onerror=alert(1)>', '</style><script>', 'a < b']) expect(createHTML(text)).toBeNull()
})

test('only scripts of the app itself are let through', () => {
  const { createScriptURL } = ownPolicy({ location })
  for (const own of ['/assets/hash-worker-BH_PgcYI.js', 'https://casebook.example/assets/a.js'])
    expect(createScriptURL(own)).toBe(own)
  for (const other of [
    'https://elsewhere.example/assets/a.js',
    '//elsewhere.example/assets/a.js',
    '/objects/a.js',
    '/assets/../objects/a.js',
    '/assets/a.js/../../objects/x',
    'data:text/javascript,alert(1)',
    'blob:https://casebook.example/1',
    'javascript:alert(1)',
  ])
    expect(createScriptURL(other), other).toBeNull()
})

test('a browser without trusted types is left as it is', () => {
  expect(() => trustOwnScripts({ location })).not.toThrow()
  const createPolicy = vi.fn()
  trustOwnScripts({ location, trustedTypes: { createPolicy } })
  expect(createPolicy).toHaveBeenCalledWith('default', expect.anything())
})
