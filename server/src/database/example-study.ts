import type { StoredField } from './tables.ts'

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

/** A study as somebody might really run it: two step counters on the body, judged against a treadmill that counts for itself. */
export const stepCounting = {
  name: 'Step counting, arm and chest against treadmill',
  activityTypes: ['Rest, seated', 'Stairs, three floors', 'Treadmill 4 km/h', 'Treadmill 6 km/h', 'Walk outdoors'],
  /** Minutes that each of the activities lasts. */
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

/** Subjects in every state, with as many activities recorded as each had got through. */
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

/** What a sensor might have sent: acceleration at 25 Hz for a minute, with a step about twice a second. */
export function sensorFile(seed: number): string {
  const lines = ['seconds,x_g,y_g,z_g']
  for (let sample = 0; sample < 25 * 60; sample++) {
    const t = sample / 25
    const swing = Math.sin(2 * Math.PI * (1.8 + (seed % 5) * 0.05) * t + seed)
    const axis = (share: number, rest: number) =>
      (rest + share * swing + 0.02 * Math.sin(sample * 12.9898 + seed)).toFixed(3)
    lines.push(`${t.toFixed(2)},${axis(0.12, 0.02)},${axis(0.35, 0.98)},${axis(0.2, 0.05)}`)
  }
  return `${lines.join('\n')}\n`
}
