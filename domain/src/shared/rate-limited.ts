import { Problem } from './problems.ts'
import { waitText } from './wait-text.ts'

/** RATE_LIMITED: the next attempt is accepted after this many seconds. */
export function rateLimited(seconds: number): Problem {
  const params = { seconds, wait: waitText(seconds, 'en') }
  return new Problem('rate.limited', params, { details: { retryAfterSeconds: seconds } })
}
