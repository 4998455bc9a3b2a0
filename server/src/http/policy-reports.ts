import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** Where browsers report what a page's policy refused. */
export const reportsPath = '/policy-reports'

/** The largest report that is read. A browser's own reports have about 1 kB. */
const mostBytes = 16_384
/** Reports of one request that are looked at. */
const mostAtOnce = 10
/** Anybody can send reports: a process logs so many each minute, and then only their number. */
const mostPerMinute = 20

type Body = { body?: unknown; 'csp-report'?: unknown }
type Limits = { perMinute: number; now: () => number }

/**
 * Takes reports of the content security policy, and logs them: that something tried to run in a page is how an injection
 * is first noticed. Only the rule, the origin of what was refused and the place in our own script are logged: addresses
 * contain ids, and samples what people typed.
 */
export function takePolicyReports(
  app: FastifyInstance,
  log: FastifyBaseLogger,
  { perMinute, now }: Limits = { perMinute: mostPerMinute, now: () => performance.now() },
): void {
  let since = now()
  let logged = 0
  let left = 0
  function note(report: Record<string, unknown>) {
    if (now() - since >= 60_000) {
      if (left > 0) log.warn({ left }, 'more reports of refused content than are logged')
      since = now()
      logged = 0
      left = 0
    }
    if (logged >= perMinute) {
      left += 1
      return
    }
    logged += 1
    log.warn(summaryOf(report), 'a browser refused content that the page’s policy forbids')
  }

  app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      { parseAs: 'string', bodyLimit: mostBytes },
      (_request, body, done) => done(null, body),
    )
    routes.post(reportsPath, async ({ body }, reply) => {
      for (const report of reportsIn(String(body)).slice(0, mostAtOnce)) note(report)
      return reply.code(204).send()
    })
  })
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The reports in a body: a list of them, or one in the older form. Nothing if it can't be read. */
function reportsIn(text: string): Record<string, unknown>[] {
  try {
    const body: unknown = JSON.parse(text)
    const given: unknown[] = Array.isArray(body) ? body : [body]
    return given
      .filter(isObject)
      .map((each: Body) => each['csp-report'] ?? each.body)
      .filter(isObject)
  } catch {
    return []
  }
}

function summaryOf(report: Record<string, unknown>) {
  const text = (...names: string[]) => {
    const found = names.map((name) => report[name]).find((value) => typeof value === 'string')
    return typeof found === 'string' ? found : ''
  }
  const number = (...names: string[]) => names.map((name) => report[name]).find(Number.isSafeInteger)
  return {
    directive: /^[a-z-]{1,40}/.exec(text('effectiveDirective', 'effective-directive', 'violated-directive'))?.[0],
    blocked: originOf(text('blockedURL', 'blocked-uri')),
    script: /\/assets\/[\w-]{1,60}\.js/.exec(text('sourceFile', 'source-file'))?.[0],
    line: number('lineNumber', 'line-number'),
    column: number('columnNumber', 'column-number'),
  }
}

/** Of an address, where it leads and no more. Words such as `inline` remain. */
function originOf(blocked: string): string | undefined {
  if (/^[a-z-]{1,30}$/.test(blocked)) return blocked
  if (!URL.canParse(blocked)) return undefined
  const { protocol, host } = new URL(blocked)
  return `${protocol}//${host}`.slice(0, 200)
}
