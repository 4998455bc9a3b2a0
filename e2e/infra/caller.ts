import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

type Answer = {
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape are examined.
  data?: any
  errors?: { message: string; extensions: { code?: string; reason?: string } }[]
}

/** Calls the API as the web app does: by cookie, each write with an idempotency key, retried until it is answered. */
export class Caller {
  readonly #origin: string
  readonly #cookies = new Map<string, string>()
  /** Attempts that were not answered and were retried. */
  repeated = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Signs in through the provider as the named person. */
  async signIn(name: string): Promise<void> {
    let url = new URL(`/auth/sign-in?login_hint=${name}`, this.#origin)
    for (let hops = 0; hops < 20; hops++) {
      const answer = await this.#send(url, { headers: { 'sec-fetch-mode': 'navigate', accept: 'text/html' } })
      const location = answer.headers.get('location')
      if (!location) return
      url = new URL(location, url)
      if (url.origin === this.#origin && url.pathname === '/') return
    }
  }

  async #send(url: URL, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const text of answer.headers.getSetCookie()) {
      const [pair = ''] = text.split(';')
      const equals = pair.indexOf('=')
      this.#cookies.set(pair.slice(0, equals), pair.slice(equals + 1))
    }
    return answer
  }

  async call(query: string, variables: object = {}): Promise<Answer> {
    const headers = {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'idempotency-key': randomUUID(),
    }
    const init = { method: 'POST', headers, body: JSON.stringify({ query, variables }) }
    for (const end = Date.now() + 60_000; ; await wait(250)) {
      const answer = await this.#send(new URL('/graphql', this.#origin), {
        ...init,
        signal: AbortSignal.timeout(35_000),
      })
        .then((response): Promise<Answer> => response.json())
        .catch(() => undefined)
      const isPassing = !answer || answer.errors?.some(({ extensions }) => extensions.reason === 'database.unavailable')
      if (answer && !isPassing) return answer
      if (Date.now() > end) throw new Error(`no answer to ${query}`)
      this.repeated += 1
    }
  }

  async ask(query: string, variables: object = {}) {
    const { data, errors } = await this.call(query, variables)
    if (errors) throw new Error(`${errors[0]?.message} (${errors[0]?.extensions.code}): ${query}`)
    return data
  }
}
