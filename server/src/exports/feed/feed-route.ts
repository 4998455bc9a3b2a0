import type { Table } from '@casebook/domain/exports/columns/column.ts'
import { feedRow, metadataXml, serviceDocument } from '@casebook/domain/exports/feed/feed.ts'
import { type FeedQuery, FeedRefusal, mostOfQuery, readFeedQuery } from '@casebook/domain/exports/feed/feed-query.ts'
import { Problem, problem } from '@casebook/domain/shared/problems.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../graphql/context.ts'
import { answerFailure } from '../../graphql/errors.ts'
import { weightOfList } from '../../graphql/turns.ts'
import type { Caller, Callers } from '../../identity/callers.ts'
import { whyNotTaken } from '../allowed-place.ts'
import { hasExportPlace } from '../exports.sql.ts'
import { recordRefusal } from '../record-refusal.ts'
import { type FeedPlace, nextSubjects, readFeedTables, recordFeed } from './feed.sql.ts'

type Deps = { services: Services; callers: Pick<Callers, 'ofFeed'> }
type Params = { siteid: string; studyid: string; '*'?: string }

/** Subjects whose rows are in one page. */
export const subjectsPerPage = 100

/** The feed of a study: OData 4 at `/odata/SITE/STUDY/`, signed in with an access token as the password. */
export function registerFeed(app: FastifyInstance, { services, callers }: Deps): void {
  app.register(async (routes) => {
    routes.setErrorHandler((error, request, reply) => {
      if (error instanceof FeedRefusal) return refuse(reply, error.status, 'BadRequest', error.message)
      if (error instanceof Problem) return refuseProblem(reply, error)
      return answerFailure(error instanceof Error ? error : new Error(String(error)), request, reply)
    })
    const answered = async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => {
      const caller = await callers.ofFeed(request)
      reply.header('cache-control', 'no-store').header('odata-version', '4.0')
      if ('refused' in caller) {
        if (caller.status === 401) reply.header('www-authenticate', 'Basic realm="casebook", charset="UTF-8"')
        return refuse(reply, caller.status, caller.refused.code, caller.refused.message)
      }
      const { siteid, studyid } = request.params
      const place = { siteid: siteid.slice(0, 64), studyid: studyid.slice(0, 64) }
      const weight = weightOfList
      return services.turns.read(caller.scope.actor.personid, weight, () =>
        answer({ services, caller, place }, request, reply),
      )
    }
    routes.get('/odata/:siteid/:studyid/*', answered)
    // Typed without the slash at its end.
    routes.get('/odata/:siteid/:studyid', answered)
  })
}

type Call = { services: Services; caller: Caller; place: FeedPlace }

async function answer(call: Call, request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) {
  const { services, caller, place } = call
  const { db, config } = services
  const { scope, origin } = caller
  await checkRights(call)
  const root = `${origin}/odata/${encodeURIComponent(place.siteid)}/${encodeURIComponent(place.studyid)}/`
  const path = request.params['*'] ?? ''
  const search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : ''
  if (search.length > mostOfQuery) throw new FeedRefusal(414, 'The address is too long.')
  const tables = await readFeedTables(db, scope, place, null, config.studyTimezone)
  if (path === '') return sendJson(reply, serviceDocument(root, tables))
  if (path === '$metadata') return reply.type('application/xml; charset=utf-8').send(metadataXml(tables))
  const [name, counted, ...rest] = path.split('/')
  const table = tables.find(({ tableId }) => tableId === name)
  if (!table || rest.length > 0 || (counted !== undefined && counted !== '$count'))
    throw new FeedRefusal(404, 'The feed has no such table.')
  const query = readFeedQuery(search, table)
  if (counted) return reply.type('text/plain; charset=utf-8').send(String(await countRows(call, table)))
  // With each page: anybody can begin with a later one.
  await recordFeed(db, scope, place)
  return sendPage(call, table, query, root, reply)
}

/** The rights of the owner and the token as they are now. A refusal is in the history, like that of an export. */
async function checkRights({ services, caller, place }: Call): Promise<void> {
  const { db } = services
  const { scope, token } = caller
  const isThere = await hasExportPlace(db, scope, { ...place, subjectid: null })
  const why = !isThere
    ? problem('study.missing')
    : !token?.scopes.includes('export')
      ? problem('token.scope', { params: { scope: 'export' } })
      : whyNotTaken({ scope, config: services.config }, { ...place, deidentified: false })
  if (!why) return
  await recordRefusal({ db, scope }, { ...place, subjectid: null }, undefined, why)
  throw why
}

async function sendPage(call: Call, table: Table, query: FeedQuery, root: string, reply: FastifyReply) {
  const { top = Number.POSITIVE_INFINITY, columns } = query
  const { cells, last } = await readPage(call, table, query.after ?? '')
  const shown = cells.slice(0, top)
  const isMore = last !== undefined && top > shown.length
  const count = query.count ? { '@odata.count': await countRows(call, table) } : {}
  const next = new URLSearchParams()
  if (columns.length < table.columns.length)
    next.set('$select', columns.map((place) => table.columns[place]?.columnId ?? '').join(','))
  if (Number.isFinite(top)) next.set('$top', String(top - shown.length))
  if (last !== undefined) next.set('$skiptoken', last)
  return sendJson(reply, {
    '@odata.context': `${root}$metadata#${table.tableId}`,
    ...count,
    value: shown.map((row) => feedRow(table.columns, columns, row)),
    ...(isMore && { '@odata.nextLink': `${root}${table.tableId}?${next.toString()}` }),
  })
}

/** The rows of the next subjects. `last`: the last of them, if there may be more. */
async function readPage({ services, caller, place }: Call, { tableId, columns, rows }: Table, after: string) {
  const { db, config, mainThread } = services
  const { scope } = caller
  if (!columns.some(({ name }) => name === 'subjectid'))
    return { cells: await Array.fromAsync(rows()), last: undefined }
  const subjectids = await nextSubjects(db, scope, place, after, subjectsPerPage)
  if (subjectids.length === 0) return { cells: [], last: undefined }
  await mainThread.nextPiece(scope.actor.personid)
  const began = performance.now()
  const tables = await readFeedTables(db, scope, place, subjectids, config.studyTimezone)
  const own = tables.find((table) => table.tableId === tableId)
  const cells = own ? await Array.fromAsync(own.rows()) : []
  mainThread.charge(scope.actor.personid, performance.now() - began)
  return { cells, last: subjectids.length < subjectsPerPage ? undefined : subjectids.at(-1) }
}

async function countRows(call: Call, table: Table): Promise<number> {
  let count = 0
  let after: string | undefined = ''
  while (after !== undefined) {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(call, table, after)
    count += page.cells.length
    after = page.last
  }
  return count
}

function sendJson(reply: FastifyReply, body: object) {
  return reply.type('application/json; odata.metadata=minimal; charset=utf-8').send(JSON.stringify(body))
}

function refuse(reply: FastifyReply, status: number, code: string, message: string) {
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: { code, message } }))
}

function refuseProblem(reply: FastifyReply, { code, message, details }: Problem) {
  if (code === 'RATE_LIMITED') reply.header('retry-after', String(details?.retryAfterSeconds ?? 1))
  const status = code === 'NOT_FOUND' ? 404 : code === 'RATE_LIMITED' ? 429 : code === 'FORBIDDEN' ? 403 : 400
  return refuse(reply, status, code, message)
}
