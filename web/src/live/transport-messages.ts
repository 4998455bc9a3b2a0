/** The messages of graphql-transport-ws (github.com/enisdenjo/graphql-ws, PROTOCOL.md) that this app uses. */

export type SubscribePayload = { readonly query: string; readonly variables: Readonly<Record<string, unknown>> }

export type SubscriptionResult = { readonly data?: unknown; readonly errors?: unknown }

/** Whose page it is. The server refuses the socket if somebody else is signed in meanwhile. */
export type Page = Readonly<Record<string, string>>

export type ClientMessage =
  | { readonly type: 'connection_init'; readonly payload: Page }
  | { readonly type: 'ping' | 'pong' }
  | { readonly type: 'subscribe'; readonly id: string; readonly payload: SubscribePayload }
  | { readonly type: 'complete'; readonly id: string }

export type ServerMessage =
  | { readonly type: 'connection_ack' | 'pong' }
  /** Our server confirms a subscription with a ping. */
  | { readonly type: 'ping'; readonly payload?: { readonly subscribed?: string | undefined } | undefined }
  | { readonly type: 'next'; readonly id: string; readonly payload: SubscriptionResult }
  | { readonly type: 'error'; readonly id: string; readonly payload: unknown }
  | { readonly type: 'complete'; readonly id: string }

/** undefined for anything outside the protocol. */
export function readServerMessage(text: string): ServerMessage | undefined {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof message !== 'object' || message === null) return undefined
  const { type, id, payload }: { type?: unknown; id?: unknown; payload?: unknown } = message
  switch (type) {
    case 'connection_ack':
    case 'pong':
      return { type }
    case 'ping':
      return { type, payload: { subscribed: subscribedOf(payload) } }
    case 'next':
      if (typeof id !== 'string' || typeof payload !== 'object' || payload === null) return undefined
      return { type, id, payload }
    case 'error':
      return typeof id === 'string' ? { type, id, payload } : undefined
    case 'complete':
      return typeof id === 'string' ? { type, id } : undefined
    default:
      return undefined
  }
}

function subscribedOf(payload: unknown): string | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined
  const { subscribed }: { subscribed?: unknown } = payload
  return typeof subscribed === 'string' ? subscribed : undefined
}
