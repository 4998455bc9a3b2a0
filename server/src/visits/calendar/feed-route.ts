import { createHash } from 'node:crypto'
import { todayIn } from '@casebook/domain/activities/today.ts'
import { dayOfDateValue } from '@casebook/domain/form-types/values/form-dates.ts'
import { mayCall } from '@casebook/domain/shared/groups.ts'
import { Problem } from '@casebook/domain/shared/problems.ts'
import { icalendar } from '@casebook/domain/visits/calendar/icalendar.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../graphql/context.ts'
import { answerFailure } from '../../graphql/errors.ts'
import { weightOfList } from '../../graphql/turns.ts'
import type { Caller, Callers } from '../../identity/callers.ts'
import { readFeed } from './feed.sql.ts'

type Deps = { services: Services; callers: Pick<Callers, 'ofAddress'> }

/**
 * The calendar of a study's visits for calendar programs, which know nothing but its address: the token in it is of one study, and
 * good for nothing else. Whatever is amiss, there is no such calendar.
 */
export function registerCalendar(app: FastifyInstance, { services, callers }: Deps): void {
  app.register(async (routes) => {
    routes.setErrorHandler((error, request, reply) => {
      if (error instanceof Problem) return refuse(reply, error)
      return answerFailure(error instanceof Error ? error : new Error(String(error)), request, reply)
    })
    routes.get<{ Params: { token: string } }>('/calendar/:token.ics', async (request, reply) => {
      const caller = await callers.ofAddress(request, request.params.token)
      reply.header('cache-control', 'private, no-cache').header('referrer-policy', 'no-referrer')
      // 401 would let programs ask for a password, which there is none of.
      if ('refused' in caller) return caller.status === 429 ? refuse(reply, caller.refused) : missing(reply)
      const { personid, groups } = caller.scope.actor
      if (!caller.token?.scopes.includes('calendar') || !mayCall(groups, ['admin', 'hp'])) return missing(reply)
      return services.turns.read(personid, weightOfList, () => answer(services, caller, request, reply))
    })
  })
}

async function answer(services: Services, { scope }: Caller, request: FastifyRequest, reply: FastifyReply) {
  const { lists, config, mainThread } = services
  const zone = config.studyTimezone
  const clock = { zone, today: dayOfDateValue(String(todayIn(zone))) ?? '' }
  const feed = await readFeed(lists, scope, clock)
  if (!feed) return missing(reply)
  await mainThread.nextPiece(scope.actor.personid)
  const began = performance.now()
  // The same as long as nothing changes, whenever it is made. Weak, because the time is in the text.
  const tag = `W/"${createHash('sha256')
    .update(icalendar(feed.name, feed.events, ''))
    .digest('base64url')}"`
  const text = icalendar(feed.name, feed.events, new Date().toISOString())
  mainThread.charge(scope.actor.personid, performance.now() - began)
  reply.header('etag', tag)
  if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return reply
    .type('text/calendar; charset=utf-8')
    .header('content-disposition', 'inline; filename="visits.ics"')
    .send(text)
}

/** Whether the caller has what the tag names, of which a program may have several, and not all call it weak (W/). */
function isKnown(given: string | undefined, tag: string): boolean {
  const bare = (one: string) => one.trim().replace(/^W\//, '')
  return given?.split(',').some((one) => bare(one) === bare(tag)) ?? false
}

function missing(reply: FastifyReply) {
  return reply.code(404).type('text/plain; charset=utf-8').send('There is no such calendar.\n')
}

function refuse(reply: FastifyReply, { code, message, details }: Problem) {
  const status = code === 'RATE_LIMITED' ? 429 : 404
  if (code === 'RATE_LIMITED') reply.header('retry-after', String(details.retryAfterSeconds ?? 1))
  return reply.code(status).type('text/plain; charset=utf-8').send(`${message}\n`)
}
