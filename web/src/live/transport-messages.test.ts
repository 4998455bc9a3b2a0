import { expect, test } from 'vitest'
import { readServerMessage } from './transport-messages.ts'

test.each([
  ['{"type":"connection_ack"}', { type: 'connection_ack' }],
  ['{"type":"ping"}', { type: 'ping', payload: { subscribed: undefined } }],
  ['{"type":"ping","payload":{"subscribed":"7"}}', { type: 'ping', payload: { subscribed: '7' } }],
  ['{"type":"next","id":"7","payload":{"data":null}}', { type: 'next', id: '7', payload: { data: null } }],
  ['{"type":"error","id":"7","payload":[]}', { type: 'error', id: '7', payload: [] }],
  ['{"type":"complete","id":"7"}', { type: 'complete', id: '7' }],
])('%s is understood', (text, message) => {
  expect(readServerMessage(text)).toEqual(message)
})

test.each([
  '',
  'null',
  '[]',
  '{"type":"next","id":"7"}',
  '{"type":"next","payload":{}}',
  '{"type":"error"}',
  '{"type":"x"}',
])('%j is nothing of the protocol', (text) => {
  expect(readServerMessage(text)).toBeUndefined()
})
