import { Browser } from '../server/test/beds/browser.ts'

export type Answer = { status: number; text: string; milliseconds: number }

/** Calls without an answer after this time count as stuck. */
const timeoutMs = 20_000

/** A demo person signed in to a server. */
export type Person = {
  name: string
  cookie: string
  /** One call as the web app sends it. */
  send: (body: string, headers?: Record<string, string>) => Promise<Answer>
  /** The answer's data; throws on any error. */
  ask: (query: string, variables?: unknown) => Promise<Record<string, Record<string, string>>>
}

export async function signIn(origin: string, name: string): Promise<Person> {
  const browser = new Browser()
  await browser.visit(`${origin}/auth/sign-in?login_hint=${name}`, { until: (url) => url.pathname === '/' })
  const token = browser.cookie('casebook_session')
  if (!token) throw new Error(`${name} could not sign in`)
  const cookie = `casebook_session=${token}`

  async function send(body: string, headers: Record<string, string> = {}): Promise<Answer> {
    const began = performance.now()
    const response = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie, ...headers },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    return { status: response.status, text, milliseconds: performance.now() - began }
  }
  return {
    name,
    cookie,
    send,
    async ask(query, variables = {}) {
      const { status, text } = await send(JSON.stringify({ query, variables }))
      const { data, errors } = JSON.parse(text)
      if (errors) throw new Error(`${name} was answered ${status} ${text}`)
      return data
    },
  }
}
