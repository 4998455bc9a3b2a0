import { expect, test } from 'vitest'
import { deviceOf } from './device-name.ts'

test('a browser that also names others is known by its own name', () => {
  const edge = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0'
  expect(deviceOf(edge)).toEqual({ browser: 'Edge', system: 'Windows' })
})

test('an iPhone is not a Mac and an Android is not Linux', () => {
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'
  const android = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36'
  expect(deviceOf(iphone)).toEqual({ browser: 'Safari', system: 'iPhone' })
  expect(deviceOf(android)).toEqual({ browser: 'Chrome', system: 'Android' })
})

test('a user agent without known browser and system is unknown', () => {
  expect(deviceOf('curl/8.0')).toBe(null)
  expect(deviceOf(null)).toBe(null)
})
