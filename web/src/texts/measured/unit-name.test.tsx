// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { measuresNb } from '../../recordings/texts/parts/measures.nb.ts'
import { closeAll, draw } from '../../records/test/screen.tsx'
import { useUnitText } from './unit-name.ts'

afterEach(closeAll)

function Units({ units }: { units: readonly string[] }) {
  const unitText = useUnitText()
  return <output>{units.map(unitText).join(', ')}</output>
}

test('units that are words are said in the reader’s language, others as they are written', async () => {
  const units = ['counts', 'steps', 'beats', 'bpm', 'uV', 'm/s^2', 'constructor']
  const { find } = await draw(<Units units={units} />, { recordings: { measures: measuresNb } })
  expect(find('output').textContent).toBe('tellinger, skritt, slag, slag/min, µV, m/s², constructor')
})
