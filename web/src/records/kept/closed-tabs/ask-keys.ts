const answeredWithinMs = 20_000
/** How long is waited before each further attempt: the line or the server may be away for a while. */
const pausesMs = [1_000, 5_000, 20_000]

/** Asks the server for the keys of these sessions: it tells those that are the person's own and still in force. */
export async function askKeys(
  sessions: readonly string[],
  [pauseMs, ...later]: readonly number[] = pausesMs,
): Promise<Readonly<Record<string, string>>> {
  try {
    return await askOnce(sessions)
  } catch (error) {
    if (pauseMs === undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return askKeys(sessions, later)
  }
}

async function askOnce(sessions: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const answer = await fetch('/auth/draft-keys', {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ sessions }),
    signal: AbortSignal.timeout(answeredWithinMs),
  })
  if (!answer.ok) throw new Error(`/auth/draft-keys answered ${answer.status}`)
  const { keys }: { keys: Record<string, string> } = await answer.json()
  return keys
}
