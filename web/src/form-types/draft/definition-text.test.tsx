// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { closeAll, draw } from '../../records/test/screen.tsx'
import { formTypesEn } from '../messages.en.ts'
import { useDefinitionText } from './definition-text.ts'
import { blankDefinition, type Definition, definitionText } from './field-draft.ts'
import { keyOfField } from './form-type-fields.ts'

afterEach(closeAll)

async function texts() {
  let textOf: (key: string, value: string) => string = () => ''
  function Using() {
    textOf = useDefinitionText()
    return null
  }
  await draw(<Using />, { formTypes: formTypesEn })
  return { field: (of: Definition) => textOf(keyOfField('weight'), definitionText(of)), of: textOf }
}

function other(value: unknown, name: string): unknown {
  if (name === 'type') return 'Number'
  if (name === 'display') return 'BUTTONS'
  if (Array.isArray(value)) return [{ code: '1', label: 'One' }]
  if (typeof value === 'object') return { nb: 'en' }
  return typeof value === 'boolean' ? !value : '1'
}

test('every property of a field is told, so that what differs does not look the same', async () => {
  const { field } = await texts()
  const plain = field(blankDefinition)
  const names = Object.keys(blankDefinition) as (keyof Definition)[]
  const lines = names.map((name) => field({ ...blankDefinition, [name]: other(blankDefinition[name], name) }))
  expect(new Set([plain, ...lines]).size).toBe(names.length + 1)
  expect(field({ ...blankDefinition, type: 'DateTime', required: true, help: 'In the morning' })).toBe(
    'Date and time, Required, Help text In the morning',
  )
})

test('checks are told with their field and what happens', async () => {
  const { of } = await texts()
  const check = { expression: 'a > 1', message: 'Too small', field: 'a', soft: true }
  expect(of('checks', JSON.stringify([check]))).toBe('a > 1: Too small (a, the person says why it is right)')
  expect(of('identifier', 'Visit')).toBe('Visit')
})
