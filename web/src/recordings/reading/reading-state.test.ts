import { expect, test } from 'vitest'
import { type Opened, rateNotice, unread } from './reading-state.ts'

const openedWith = (layout: Opened['layout'], code: 'rate-unknown' | 'decimal-comma') => {
  const description = {
    format: 'x',
    recognised: [{ code }],
    start: null,
    clock: 'unknown' as const,
    duration: null,
    channels: [],
    samples: null,
  }
  return { ...unread, opened: { description, layout, fingerprint: null } }
}

test('an unknown rate is asked for only where it can be set', () => {
  expect(rateNotice(openedWith({}, 'rate-unknown'), false)).toBe('rateAsk')
  expect(rateNotice(openedWith({}, 'rate-unknown'), true)).toBe('rateNone')
  // HDF5 and MATLAB have no settings.
  expect(rateNotice(openedWith(null, 'rate-unknown'), false)).toBe('rateNone')
  expect(rateNotice(openedWith({}, 'decimal-comma'), false)).toBeUndefined()
  expect(rateNotice(unread, false)).toBeUndefined()
})
