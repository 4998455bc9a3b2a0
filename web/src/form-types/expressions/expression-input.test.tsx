// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { closeAll, draw } from '../../records/test/screen.tsx'
import { formTypesEn } from '../messages.en.ts'
import { ExpressionInput } from './ExpressionInput.tsx'

afterEach(closeAll)

const drawn = (value: string) =>
  draw(
    <ExpressionInput
      label="Calculation"
      value={value}
      error={undefined}
      fields={[]}
      canReadToday={false}
      onChange={() => {}}
    />,
    { formTypes: formTypesEn },
  )

test('a division that drops what is left over is told beside the calculation, with the words to write instead', async () => {
  const { place } = await drawn('5 / 9 * (f - 32)')
  expect(place.querySelector('[role=status]')?.textContent).toBe(
    'Whole numbers divide whole: 5 / 9 drops what is left over. Write 5.0 / 9 to keep it.',
  )
})

test('one that keeps it is not', async () => {
  const { place } = await drawn('5.0 / 9 * (f - 32)')
  expect(place.querySelector('[role=status]')).toBeNull()
})
