import { expect, test } from 'vitest'
import { inheritedSocket } from './inherited-socket.ts'

test('listens at the socket that systemd hands to this process, and at no other', () => {
  const own = String(process.pid)
  expect(inheritedSocket({ LISTEN_PID: own, LISTEN_FDS: '1' })).toEqual({ fd: 3 })
  expect(inheritedSocket({ LISTEN_PID: String(process.pid + 1), LISTEN_FDS: '1' })).toEqual({})
  expect(inheritedSocket({ LISTEN_PID: own, LISTEN_FDS: '0' })).toEqual({})
  expect(inheritedSocket({})).toEqual({})
})
