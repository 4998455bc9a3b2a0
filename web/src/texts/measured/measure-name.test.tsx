// @vitest-environment happy-dom
import { methods } from '@casebook/domain/recordings/measures/methods.ts'
import { afterEach, expect, test } from 'vitest'
import { measuresEn } from '../../recordings/texts/parts/measures.en.ts'
import { closeAll, draw } from '../../records/test/screen.tsx'
import { comparedMeasures, useMeasureName } from './measure-name.ts'

afterEach(closeAll)

const measuresOf = (all: typeof methods) => all.flatMap(({ outputs }) => outputs.map(({ measure }) => measure))

function Names() {
  const nameOf = useMeasureName()
  return <output>{measuresOf(methods).map(nameOf).join('\n')}</output>
}

test('people read a name for each measure of the methods, not its id', async () => {
  const { find } = await draw(<Names />, { recordings: { measures: measuresEn } })
  expect(measuresOf(methods).sort()).toEqual(Object.keys(measuresEn.names).sort())
  expect(find('output').textContent?.split('\n').sort()).toEqual(Object.values<string>(measuresEn.names).sort())
})

test('all measures but those of any channel are compared across subjects', () => {
  expect(comparedMeasures).toEqual(measuresOf(methods.filter(({ of }) => of !== 'any')))
})
