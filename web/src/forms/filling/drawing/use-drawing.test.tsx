// @vitest-environment happy-dom

import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { closeAll, draw } from '../../../records/test/screen.tsx'
import { useDrawing } from './use-drawing.ts'

afterEach(closeAll)

const nothing: ReadonlySet<string> = new Set()
const many = (count: number): FormTypeField[] =>
  Array.from({ length: count }, (_, n) => ({ name: `f${n}`, type: 'String', required: false }))

/** How many runs were drawn, in each drawing. */
function Large({ seen }: { seen: string[] }) {
  const [fields, setFields] = useState(() => many(200))
  const drawing = useDrawing(fields, nothing)
  const runs = drawing.parts.flatMap((part) => part.runs)
  seen.push(`${runs.filter(drawing.isDrawn).length} of ${runs.length}`)
  return (
    <button type="button" onClick={() => setFields([{ name: 'new', type: 'String', required: false }, ...fields])}>
      Add
    </button>
  )
}

test('a form is drawn run by run to its end, and a field that is added takes away nothing that was drawn', async () => {
  const seen: string[] = []
  const { doing, button } = await draw(<Large seen={seen} />)
  expect(seen[0]).toBe('1 of 11')
  expect(seen.at(-1)).toBe('11 of 11')
  seen.length = 0
  await doing(() => button('Add').click())
  expect(seen).not.toHaveLength(0)
  expect(new Set(seen)).toEqual(new Set(['11 of 11']))
})
