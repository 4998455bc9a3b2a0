import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

/** A person who works at the site during the export. Returns the time of one read of a subject, in ms. */
export async function addReader(client: pg.Client, originOf: () => string): Promise<() => Promise<number>> {
  const token = randomBytes(32).toString('base64url')
  const sessionid = createHash('sha256').update(token).digest('hex')
  await client.query(`insert into person (personid, issuer, sub, state, groups, sites, given_name, family_name)
    values ('reader', 'bench', 'reader', 'active', '{hp}', '{bench}', 'A', 'Reader')`)
  await client.query(`insert into session (sessionid, personid, issuer) values ($1, 'reader', 'bench')`, [sessionid])
  const query = `query ($subjectid: ID!) { getSubject(studyid: "bench", subjectid: $subjectid) {
    identifier status forms { fields { key value } } activities { startTime } } }`
  let subject = 0
  return async () => {
    subject = (subject % 100) + 1
    const began = performance.now()
    const answer = await fetch(`${originOf()}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: originOf(),
        cookie: `casebook_session=${token}`,
      },
      body: JSON.stringify({ query, variables: { subjectid: `subject${subject}` } }),
    })
    const { errors } = await answer.json()
    if (errors) throw new Error(JSON.stringify(errors))
    return performance.now() - began
  }
}

/** One read after another, with pauses like a person at a screen, until stopped. */
export async function readUntil(read: () => Promise<number>, isOver: (count: number) => boolean): Promise<number[]> {
  const taken: number[] = []
  while (!isOver(taken.length)) {
    taken.push(await read())
    await wait(20)
  }
  return taken
}

export function at(taken: readonly number[], share: number): number {
  const sorted = taken.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
