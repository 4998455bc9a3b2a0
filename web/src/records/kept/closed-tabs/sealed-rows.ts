/**
 * An encrypted draft. `tab`: which tab typed it. `session`: the id of the session whose key opens it; `until`: when that
 * ends in any case. Nothing here says whose it is or of what.
 */
export type SealedRow = { id: string; tab: string; session: string; until: string; sealed: Uint8Array<ArrayBuffer> }

/** Where encrypted drafts are stored, for all tabs of this browser. Each may fail. */
export type SealedRows = {
  all: () => Promise<SealedRow[]>
  put: (row: SealedRow) => Promise<unknown>
  remove: (id: string) => Promise<unknown>
  clear: () => Promise<unknown>
}

const database = 'casebook-drafts'
const store = 'sealed'

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: 'id' })
  return answerOf(request)
}

/** The browser's own database. It is opened when it is first needed. */
export function browserRows(): SealedRows {
  let open: Promise<IDBDatabase> | undefined
  const storeFor = async (mode: IDBTransactionMode) => {
    open ??= opened()
    return (await open).transaction(store, mode).objectStore(store)
  }
  return {
    all: async () => answerOf<SealedRow[]>((await storeFor('readonly')).getAll()),
    put: async (row) => answerOf((await storeFor('readwrite')).put(row)),
    remove: async (id) => answerOf((await storeFor('readwrite')).delete(id)),
    clear: async () => answerOf((await storeFor('readwrite')).clear()),
  }
}
