import type { StoredField } from '@casebook/domain/form-types/stored-definition.ts'
import { exampleStudyName } from '@casebook/domain/studies/example-study.ts'

type Person = {
  identifier: string
  age: string
  hand: 'Left' | 'Right'
  steps: string
  daysAgo: number
  state: 'OPEN' | 'CLOSED' | 'DELETED'
  recorded: number
}

const field = (name: string, type: StoredField['type'], more: Partial<StoredField> = {}): StoredField => ({
  name,
  type,
  required: false,
  length: null,
  pattern: null,
  ...more,
})

/** A realistic study: two step counters worn on the body, compared with a treadmill that counts by itself. */
export const stepCounting = {
  name: exampleStudyName,
  activityTypes: ['Rest, seated', 'Stairs, three floors', 'Treadmill 4 km/h', 'Treadmill 6 km/h', 'Walk outdoors'],
  /** Minutes that each activity lasts. */
  minutes: [5, 4, 10, 10, 15],
  baseline: [
    field('Date', 'Date', { required: true }),
    field('Arrived at', 'Time', { required: true }),
    field('Age', 'Number', { required: true }),
    field('Writing hand', 'Choice', { required: true, pattern: 'Left|Right|Both' }),
    field('Walks without aid', 'Boolean', { required: true }),
    field('Shoe size', 'String', { length: 4, pattern: '[0-9]{2}(\\.5)?' }),
    field('Remarks', 'String', { length: 500 }),
  ],
  fitting: [
    field('Arm strap', 'Choice', { required: true, pattern: 'S|M|L' }),
    field('Chest strap', 'Choice', { required: true, pattern: 'S|M|L' }),
    field('Skin checked', 'Boolean', { required: true }),
    field('Treadmill steps at 4 km/h', 'Number'),
  ],
}

const person = (
  identifier: string,
  [age, hand, steps]: [string, 'Left' | 'Right', string],
  daysAgo: number,
  state: Person['state'],
  recorded: number,
): Person => ({ identifier, age, hand, steps, daysAgo, state, recorded })

/** Subjects in every state, with the activities that each has completed. */
export const walkers: Person[] = [
  person('S-001', ['34', 'Right', '1104'], 12, 'CLOSED', 5),
  person('S-002', ['58', 'Right', '1087'], 12, 'CLOSED', 5),
  person('S-003', ['41', 'Left', '1121'], 11, 'CLOSED', 4),
  person('S-004', ['67', 'Right', '1139'], 11, 'DELETED', 1),
  person('S-005', ['29', 'Right', '1078'], 8, 'CLOSED', 5),
  person('S-006', ['73', 'Left', '1162'], 8, 'CLOSED', 4),
  person('S-007', ['52', 'Right', '1110'], 5, 'OPEN', 5),
  person('S-008', ['45', 'Right', '1095'], 5, 'OPEN', 4),
  person('S-009', ['38', 'Left', '1118'], 1, 'OPEN', 3),
  person('S-010', ['61', 'Right', ''], 1, 'OPEN', 1),
  person('S-011', ['27', 'Right', ''], 0, 'OPEN', 0),
]

const sampleMs = 80
const restMs = 30_000

/**
 * Simulated sensor data: acceleration at 12.5 Hz from half a minute before an activity until half a minute after it, with
 * about two steps a second in between. The activity's times are epoch seconds.
 */
export function sensorFile(seed: number, { startTime, stopTime }: { startTime: number; stopTime: number }): string {
  const lines = ['time,x (g),y (g),z (g)']
  const begin = startTime * 1000
  const end = stopTime * 1000
  for (let at = begin - restMs; at < end + restMs; at += sampleMs) {
    const isWalking = at >= begin && at < end
    const seconds = (at - begin) / 1000
    const force = 0.8 + 0.15 * Math.sin(seconds / 17 + seed) + 0.05 * Math.sin(seconds / 3)
    const swing = isWalking ? force * Math.sin(2 * Math.PI * (1.8 + (seed % 5) * 0.05) * seconds + seed) : 0
    const axis = (share: number, rest: number) =>
      (rest + share * swing + 0.02 * Math.sin((at / sampleMs) * 12.9898 + seed)).toFixed(3)
    lines.push(`${new Date(at).toISOString()},${axis(0.12, -0.35)},${axis(0.35, 0.91)},${axis(0.2, 0.2)}`)
  }
  return `${lines.join('\n')}\n`
}
