import { expect } from 'vitest'

type Told = { changes: (object & { action: string })[]; codes: string[] }
type Failed = { extensions?: { params?: object } }

/**
 * Fails unless the answer is the recorded one byte for byte. Only the sentences of errors may say it better, and their parameters may be
 * more: programs go by the codes, reasons and fields.
 */
export function expectSameAnswer(now: string, recorded: string): void {
  if (!recorded.includes('{"errors":')) {
    expect(now).toBe(recorded)
    return
  }
  expect(statusOf(now)).toBe(statusOf(recorded))
  const { errors, ...others } = bodyOf(recorded)
  const answered = bodyOf(now)
  expect({ ...answered, errors: answered.errors.map(withoutSentence) }).toEqual({
    ...others,
    errors: errors.map(withoutSentence).map((error) => expect.objectContaining(error)),
  })
  expect(answered.errors.map(paramsOf)).toMatchObject(errors.map(paramsOf))
}

const statusOf = (answer: string) => answer.slice(0, 3)
const bodyOf = (answer: string): { errors: Failed[] } => ({ errors: [], ...JSON.parse(answer.slice(4)) })
const paramsOf = ({ extensions }: Failed) => extensions?.params ?? {}

function withoutSentence({ extensions, ...error }: Failed & { message?: string }) {
  const { message, ...others } = error
  const { params, ...codes } = extensions ?? {}
  expect(typeof message).toBe('string')
  return { ...others, extensions: codes }
}

/**
 * Fails unless the changes of each record are told in the recorded order. How often one is told as UPDATED says nothing: its receivers
 * read it again, and what changes while it is added is told as ADDED alone. Of what is added and removed within one batch, which grows
 * with the load, the last is told (noticesOfBatch).
 */
export function expectSameChanges(now: string, recorded: string): void {
  const [told, before]: [Told, Told] = [JSON.parse(now), JSON.parse(recorded)]
  expect(told.codes).toEqual(before.codes)
  const [actions, expected] = [actionsByRecord(told), actionsByRecord(before)]
  expect([...actions.keys()].sort()).toEqual([...expected.keys()].sort())
  for (const [record, letters] of expected) {
    const each = [...letters.replace(/U+/g, 'U').replaceAll('AU', 'A')].map((letter) => `${letter}U*`)
    const last = each.pop() ?? ''
    const inOrder = each.map((one) => `(${one})?`).join('')
    expect(`${record} ${actions.get(record)}`).toMatch(new RegExp(` U*${inOrder}${last}$`))
  }
}

/** The first letters of the actions, by what the change says besides. */
function actionsByRecord({ changes }: Told): Map<string, string> {
  const letters = new Map<string, string>()
  for (const { action, ...record } of changes) {
    const key = JSON.stringify(record)
    letters.set(key, `${letters.get(key) ?? ''}${action[0]}`)
  }
  return letters
}
