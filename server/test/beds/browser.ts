/**
 * A browser for tests: keeps cookies by host and path, follows redirects, and sends the headers that identify the
 * source of requests.
 */
export type Answer = { status: number; url: URL; headers: Headers; body: string; visited: URL[] }

type Cookie = { name: string; value: string; host: string; path: string }

export class Browser {
  readonly cookies: Cookie[] = []
  /** Sent with every request: how a script sends its token. */
  readonly always: Readonly<Record<string, string>>

  constructor(always: Readonly<Record<string, string>> = {}) {
    this.always = always
  }

  /** Opens an address as if typed or linked, and follows redirects. */
  async visit(address: string | URL, { until }: { until?: (url: URL) => boolean } = {}): Promise<Answer> {
    const visited: URL[] = []
    let url = new URL(address)
    for (let hops = 0; hops < 20; hops++) {
      visited.push(url)
      const answer = await this.send(url, {
        headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none', accept: 'text/html' },
      })
      const location = answer.headers.get('location')
      if (!location) return { ...answer, visited }
      url = new URL(location, url)
      if (until?.(url)) return { ...answer, url, visited }
    }
    throw new Error(`more than 20 redirects from ${address}`)
  }

  /** One request with this browser's cookies, without following redirects. */
  async send(address: string | URL, init: RequestInit = {}): Promise<Answer> {
    const url = new URL(address)
    const headers = new Headers({ ...this.always, ...Object.fromEntries(new Headers(init.headers)) })
    const cookies = this.cookies.filter(({ host, path }) => host === url.hostname && url.pathname.startsWith(path))
    if (cookies.length > 0) headers.set('cookie', cookies.map(({ name, value }) => `${name}=${value}`).join('; '))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const text of response.headers.getSetCookie()) this.keep(text, url.hostname)
    return { status: response.status, url, headers: response.headers, body: await response.text(), visited: [url] }
  }

  /** A call by a script on a page of the same origin. */
  fetch(address: string | URL, init: RequestInit = {}): Promise<Answer> {
    const headers = {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      ...Object.fromEntries(new Headers(init.headers)),
    }
    return this.send(address, { ...init, headers })
  }

  cookie(name: string): string | undefined {
    return this.cookies.find((cookie) => cookie.name === name)?.value
  }

  setCookie(host: string, name: string, value: string) {
    this.keep(`${name}=${value}; Path=/`, host)
  }

  private keep(text: string, host: string) {
    const [pair = '', ...attributes] = text.split(';').map((part) => part.trim())
    const name = pair.slice(0, pair.indexOf('='))
    const value = pair.slice(pair.indexOf('=') + 1)
    const attribute = (wanted: string) =>
      attributes.find((part) => part.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1)
    const path = attribute('path') ?? '/'
    const at = this.cookies.findIndex((cookie) => cookie.name === name && cookie.host === host && cookie.path === path)
    if (at >= 0) this.cookies.splice(at, 1)
    const expires = attribute('expires')
    const isGone = attribute('max-age') === '0' || (expires !== undefined && new Date(expires) <= new Date())
    if (!isGone) this.cookies.push({ name, value, host, path })
  }
}
