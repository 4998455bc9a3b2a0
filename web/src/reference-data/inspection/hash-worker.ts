import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { FromHasher, ToHasher } from './inspection.ts'

// Computes the SHA-256 of one file. crypto.subtle takes a file only as a whole, and needs https.

const stretch = 4 * 1024 * 1024

async function hashOf(file: File): Promise<string> {
  const hash = sha256.create()
  for (let offset = 0; offset < file.size; offset += stretch)
    hash.update(new Uint8Array(await file.slice(offset, offset + stretch).arrayBuffer()))
  return bytesToHex(hash.digest())
}

addEventListener('message', ({ data: { file } }: MessageEvent<ToHasher>) => {
  const send = (message: FromHasher) => postMessage(message)
  // The file was changed or removed after it was chosen. The upload reports that.
  hashOf(file).then(
    (found) => send({ sha256: found }),
    () => send({ sha256: null }),
  )
})
