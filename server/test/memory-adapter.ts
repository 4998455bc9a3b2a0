import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

type Kept = { payload: AdapterPayload; expiresAt: number }

const mostKept = 10_000

/** The state of a test provider, kept in memory. */
export function memoryAdapters(): AdapterFactory {
  const kept = new Map<string, Kept>()
  return (model) => adapterOf(model, kept)
}

function adapterOf(model: string, kept: Map<string, Kept>): Adapter {
  const keyOf = (id: string) => `${model}:${id}`
  const current = (key: string, found: Kept | undefined) => {
    if (found && found.expiresAt > Date.now()) return found.payload
    kept.delete(key)
    return undefined
  }
  const findBy = (field: 'uid' | 'userCode', value: string) => {
    for (const [key, entry] of kept) {
      if (key.startsWith(`${model}:`) && entry.payload[field] === value) return current(key, entry)
    }
    return undefined
  }
  return {
    async upsert(id, payload, expiresIn) {
      const oldest = kept.size >= mostKept ? kept.keys().next().value : undefined
      if (oldest !== undefined) kept.delete(oldest)
      kept.set(keyOf(id), { payload, expiresAt: Date.now() + (expiresIn ?? 86_400) * 1000 })
    },
    async find(id) {
      return current(keyOf(id), kept.get(keyOf(id)))
    },
    async findByUid(uid) {
      return findBy('uid', uid)
    },
    async findByUserCode(userCode) {
      return findBy('userCode', userCode)
    },
    async consume(id) {
      const found = kept.get(keyOf(id))
      if (found) found.payload.consumed = Math.floor(Date.now() / 1000)
    },
    async destroy(id) {
      kept.delete(keyOf(id))
    },
    async revokeByGrantId(grantId) {
      for (const [key, entry] of kept) if (entry.payload.grantId === grantId) kept.delete(key)
    },
  }
}
