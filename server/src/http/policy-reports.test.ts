import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { reportsPath, takePolicyReports } from './policy-reports.ts'

function bed(perMinute = 20) {
  const lines: unknown[] = []
  let at = 0
  const app = Fastify()
  const log = Object.assign(Object.create(app.log), { warn: (line: unknown) => lines.push(line) })
  takePolicyReports(app, log, { perMinute, now: () => at })
  const send = async (type: string, body: string) =>
    (await app.inject({ method: 'POST', url: reportsPath, headers: { 'content-type': type }, body })).statusCode
  return { lines, send, later: (seconds: number) => (at += seconds * 1000) }
}

const older = (report: Record<string, unknown>) => JSON.stringify({ 'csp-report': report })

test('a report is logged without addresses below an origin and without samples', async () => {
  const { lines, send } = bed()
  const type = 'application/reports+json'
  const body = {
    documentURL: 'https://casebook.example/studies/secret',
    effectiveDirective: 'require-trusted-types-for',
    blockedURL: 'trusted-types-sink',
    sourceFile: 'https://casebook.example/assets/main-x_1.js?secret',
    lineNumber: 3,
    columnNumber: 14,
    sample: 'Element innerHTML|secret',
  }
  expect(await send(type, JSON.stringify([{ type: 'csp-violation', body }]))).toBe(204)
  const report = { 'violated-directive': 'script-src secret', 'blocked-uri': 'https://evil.example/secret?x=secret' }
  expect(await send('application/csp-report', older(report))).toBe(204)
  expect(lines).toEqual([
    {
      directive: 'require-trusted-types-for',
      blocked: 'trusted-types-sink',
      script: '/assets/main-x_1.js',
      line: 3,
      column: 14,
    },
    { directive: 'script-src', blocked: 'https://evil.example' },
  ])
  expect(JSON.stringify(lines)).not.toContain('secret')
})

test('so many are logged each minute, then only their number', async () => {
  const { lines, send, later } = bed(3)
  for (let n = 0; n < 10; n++) await send('application/csp-report', older({ 'violated-directive': 'img-src' }))
  expect(lines).toHaveLength(3)
  later(60)
  await send('application/csp-report', older({ 'violated-directive': 'img-src' }))
  expect(lines.slice(3)).toEqual([{ left: 7 }, { directive: 'img-src' }])
})

test('one request counts at most ten', async () => {
  const { lines, send } = bed(100)
  await send('application/reports+json', JSON.stringify(Array(100).fill({ body: { effectiveDirective: 'img-src' } })))
  expect(lines).toHaveLength(10)
})

test.each(['', 'nonsense', 'null', '[null]', '{}', '{"csp-report":3}', '[{"body":{"blockedURL":{}}}]'])(
  'what is no report (%s) does no harm',
  async (body) => {
    expect(await bed().send('application/json', body)).toBeLessThan(500)
  },
)

test('a report that is too long, or of another type, is refused', async () => {
  const { lines, send } = bed()
  expect(await send('application/csp-report', older({ x: 'x'.repeat(20_000) }))).toBe(413)
  expect(await send('text/html', '<p>')).toBe(415)
  expect(lines).toEqual([])
})
