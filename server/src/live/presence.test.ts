import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPresence, type FormPlace, type Presence } from './presence.ts'

const place: FormPlace = {
  siteid: 'oslo',
  studyid: 'ST',
  subjectid: 'SU',
  formtypeid: 'F',
  visitid: null,
  occurrence: 1,
}
const kari = { personid: 'p1', name: 'Kari' }
const lars = { personid: 'p2', name: 'Lars' }

/** Server processes that hear one another, with a clock of their own. */
function processes(count: number) {
  const all: Presence[] = []
  const told: FormPlace[] = []
  const clock = { at: 0 }
  const silent = new Set<number>()
  const deaf = new Set<Presence>()
  for (let number = 0; number < count; number++) {
    all.push(
      createPresence({
        from: `process${number}`,
        send: async (messages) => {
          if (silent.has(number)) throw new Error('The line is down')
          for (const message of messages) for (const each of all) if (!deaf.has(each)) each.receive(message)
        },
        tell: (each) => told.push(each),
        now: () => clock.at,
      }),
    )
  }
  const [one, other] = all
  if (!one || !other) throw new Error('There are at least two.')
  return { one, other, told, clock, silent, deaf }
}

/** Until what changed was told together. */
const toldTogether = () => wait(100)

test('others see who opens a form and who leaves it, at whatever process they are', async () => {
  const { one, other, told } = processes(2)
  const leave = one.enter(place, kari)
  const leaveAgain = one.enter(place, kari)
  other.enter(place, lars)
  await toldTogether()
  expect(one.others(place, lars.personid)).toEqual(['Kari'])
  expect(other.others(place, lars.personid)).toEqual(['Kari'])
  expect(one.others(place, 'p3')).toEqual(['Kari', 'Lars'])
  expect(one.others(place, kari.personid)).toEqual(['Lars'])
  expect(one.others({ ...place, occurrence: 2 }, 'p3')).toEqual([])
  leave()
  leave()
  await toldTogether()
  expect(other.others(place, lars.personid)).toEqual(['Kari'])
  const before = told.length
  leaveAgain()
  await toldTogether()
  expect(other.others(place, lars.personid)).toEqual([])
  expect(told.length).toBeGreaterThan(before)
})

test('a process that begins learns who is there, and one that falls silent is forgotten', async () => {
  const { one, other, told, clock, silent } = processes(2)
  silent.add(0)
  one.enter(place, kari)
  await toldTogether()
  expect(other.others(place, 'p3')).toEqual([])
  silent.clear()
  other.begin()
  expect(other.others(place, 'p3')).toEqual(['Kari'])
  clock.at += 50_000
  other.stayAlive()
  expect(other.others(place, 'p3')).toEqual(['Kari'])
  silent.add(0)
  clock.at += 20_000
  const before = told.length
  other.stayAlive()
  expect(other.others(place, 'p3')).toEqual([])
  expect(told.slice(before)).toEqual([place])
})

test('what is not a message of a server is left aside', () => {
  const { one } = processes(2)
  for (const text of ['', 'x', '{}', '[]', '{"from":1}', 'null']) one.receive(text)
  expect(one.others(place, 'p3')).toEqual([])
})

test('who left while a process heard nothing is not there any more once it asks again', async () => {
  const { one, other, deaf } = processes(2)
  const leave = other.enter(place, lars)
  await toldTogether()
  expect(one.others(place, kari.personid)).toEqual(['Lars'])
  deaf.add(one)
  leave()
  await toldTogether()
  expect(one.others(place, kari.personid)).toEqual(['Lars'])
  deaf.clear()
  one.begin()
  expect(one.others(place, kari.personid)).toEqual([])
})

test('what could not be said is said with the next sign of life', async () => {
  const { one, other, silent } = processes(2)
  const leave = one.enter(place, kari)
  await toldTogether()
  silent.add(0)
  leave()
  await toldTogether()
  silent.clear()
  expect(other.others(place, lars.personid)).toEqual(['Kari'])
  one.stayAlive()
  expect(other.others(place, lars.personid)).toEqual([])
})

test('names that fit into no message are told as far as they fit', async () => {
  const { one, other } = processes(2)
  for (let number = 0; number < 20; number++) one.enter(place, { personid: `q${number}`, name: 'Å'.repeat(400) })
  await toldTogether()
  const heard = other.others(place, 'p3')
  expect(heard.length).toBeGreaterThan(5)
  expect(heard.length).toBeLessThan(20)
})
