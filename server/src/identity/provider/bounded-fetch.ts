/** An identity provider's metadata, keys and tokens take a few kB. More than this indicates a fault or an attack. */
const mostBytes = 1_000_000

/** `fetch` for the identity provider, which reads responses up to 1 MB. Rejects longer ones. */
export async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const answer = await fetch(input, init)
  const { status, statusText, headers } = answer
  if (Number(headers.get('content-length') ?? 0) > mostBytes) {
    await answer.body?.cancel()
    throw new Error('the response of the identity provider is larger than 1 MB')
  }
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.byteLength
    // Leaving the loop cancels the rest of the response.
    if (bytes > mostBytes) throw new Error('the response of the identity provider is larger than 1 MB')
    parts.push(part)
  }
  const body = isBodiless(status) ? null : Buffer.concat(parts)
  const kept = new Headers(headers)
  // The bytes are already decoded.
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name)
  return new Response(body, { status, statusText, headers: kept })
}

function isBodiless(status: number): boolean {
  return status === 101 || status === 204 || status === 205 || status === 304
}
