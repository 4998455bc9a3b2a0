// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { closeAll, draw } from '../../records/test/screen.tsx'
import { referenceDataEn } from '../../reference-data/messages.en.ts'
import { useRateText } from './rate-text.ts'

afterEach(closeAll)

function Rate({ rate }: { rate: number }) {
  const rateText = useRateText()
  return <output>{rateText(rate)}</output>
}

test.each([
  [100, '100 Hz'],
  [1998, '1,998 Hz'],
  [12.8, '12.8 Hz'],
  [1.66667, '1.67 Hz'],
  [1, '1 Hz'],
  [1 / 15, 'one value every 15 s'],
  [0.0666667, 'one value every 15 s'],
  [1 / 60, 'one value every minute'],
  [0.0166667, 'one value every minute'],
  [1 / 300, 'one value every 5 min'],
  [1 / 90, 'one value every 90 s'],
  [0.285667, 'one value every 3.501 s'],
])('%d Hz is said as %s', async (rate, text) => {
  const { find } = await draw(<Rate rate={rate} />, { referenceData: referenceDataEn })
  expect(find('output').textContent).toBe(text)
})
