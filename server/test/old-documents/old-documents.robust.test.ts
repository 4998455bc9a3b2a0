import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { type GraphQLInputType, getNamedType, isInputObjectType, isObjectType } from 'graphql'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../beds/casebook.ts'
import type { Watched } from '../beds/live.ts'
import { contract, contractCalls, contractDocument } from './contract.ts'
import { expectSameAnswer, expectSameChanges } from './likeness.ts'
import { makePlayer, type Recording, type Step } from './player.ts'

// Every call of the contract, as programs sent it that know nothing of what calls take and tell since release 0.2.0, and its answers as the
// server of commit d47584e gave them, the last one before forms asked more. These tests pass there, too.
const { documents, steps }: Recording = JSON.parse(
  readFileSync(new URL('../fixtures/old-documents.json', import.meta.url), 'utf8'),
)

describe('the recording', () => {
  const calls = steps.filter((step) => 'call' in step)
  const watches = steps.filter((step) => 'watch' in step)
  const isRefused = ({ answer }: Step) => answer.includes('"errors"') || /"codes":\["/.test(answer)

  test('has each call of the contract, with all that it takes and tells, both answered and refused', () => {
    expect(Object.keys(documents).sort()).toEqual([...contractCalls.keys()].sort())
    for (const [name, { kind }] of contractCalls) {
      expect(documents[name]).toBe(contractDocument(name))
      const own =
        kind === 'subscription'
          ? watches.filter(({ watch }) => watch === name)
          : calls.filter(({ call }) => call === name)
      expect(new Set(own.map(isRefused)), name).toEqual(new Set([true, false]))
    }
  })

  test('gives each argument and field of the contract, and gets each field', () => {
    const given = new Set(steps.flatMap((step) => ('variables' in step ? namesIn(nameOf(step), step.variables) : [])))
    const inputs = Object.values(contract.getTypeMap()).filter(isInputObjectType)
    for (const input of inputs) {
      for (const field of Object.keys(input.getFields()))
        expect([...given], `${input.name}.${field}`).toContain(`${input.name}.${field}`)
    }
    for (const [name, { field }] of contractCalls) {
      for (const argument of field.args) expect([...given], name).toContain(`${name}.${argument.name}`)
    }
    const told = steps.map(({ answer }) => answer).join('\n')
    const types = Object.values(contract.getTypeMap()).filter(isObjectType)
    for (const type of types.filter(({ name }) => !name.startsWith('__') && name !== 'Subscription')) {
      for (const field of Object.keys(type.getFields()))
        expect(told.includes(`"${field}":`), `${type.name}.${field}`).toBe(true)
    }
  })
})

const nameOf = (step: { call: string } | { watch: string }) => ('call' in step ? step.call : step.watch)

/** The arguments and the fields of inputs that the variables of a call give. */
function namesIn(name: string, variables: object): string[] {
  const args = contractCalls.get(name)?.field.args ?? []
  return Object.entries(variables).flatMap(([key, value]) => {
    const argument = args.find((one) => one.name === key)
    return argument ? [`${name}.${key}`, ...fieldsIn(argument.type, value)] : []
  })
}

function fieldsIn(input: GraphQLInputType, value: unknown): string[] {
  const type = getNamedType(input)
  if (!isInputObjectType(type) || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item) => fieldsIn(type, item))
  const fields = type.getFields()
  return Object.entries(value).flatMap(([key, part]) => {
    const field = fields[key]
    return field ? [`${type.name}.${key}`, ...fieldsIn(field.type, part)] : []
  })
}

describe('today', () => {
  let casebook: Casebook
  // For each attempt: the recording begins with an empty installation.
  beforeEach(async () => {
    casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  })
  afterEach(() => casebook.stop())

  test('old documents get the answers that they got before', async () => {
    const player = await makePlayer(casebook, documents)
    const watched: { step: Step; watching: Watched }[] = []
    const different: string[] = []
    const compare = (step: Step, expectSame: () => void) => {
      try {
        expectSame()
      } catch (why) {
        different.push(`${JSON.stringify({ ...step, answer: undefined })}: ${why}`)
      }
    }
    for (const step of steps) {
      if ('watch' in step) {
        watched.push({ step, watching: await player.watch(step.by, step.watch, step.variables) })
        continue
      }
      const act = () =>
        'upload' in step ? player.upload(step.upload, step.bytes) : player.call(step.by, step.call, step.variables)
      let now = await act()
      for (let tries = 0; 'isRepeated' in step && now !== step.answer && tries < 600; tries++) {
        await setTimeout(200)
        now = await act()
      }
      compare(step, () => expectSameAnswer(now, step.answer))
    }
    for (const { step, watching } of watched) {
      const isTold = () => {
        expectSameChanges(player.told(watching), step.answer)
        return true
      }
      await expect
        .poll(isTold, { timeout: 20_000 })
        .toBe(true)
        .catch(() => compare(step, isTold))
    }
    await player.stop()
    expect(different).toEqual([])
  }, 600_000)
})
