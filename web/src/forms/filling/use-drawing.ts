import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { useIsPrinting } from '../../browser/printing.ts'
import { type FieldRun, type FormPart, firstRuns, partsOf } from './field-groups.ts'

export type Drawing = {
  parts: readonly FormPart[]
  isDrawn: (run: FieldRun) => boolean
  /** Draws the run of a field at once. A stable function, as is the next one. */
  draw: (name: string) => void
  drawAll: () => void
}

/**
 * How far a form is drawn. One of 500 fields would take a second on a slow computer, so that the first ones are drawn at
 * once, and a run of the others whenever the browser has nothing more urgent to do, until all are there. What is printed
 * has all of them.
 */
export function useDrawing(fields: readonly FormTypeField[], hidden: ReadonlySet<string>): Drawing {
  const parts = useMemo(() => partsOf(fields), [fields])
  const runs = useMemo(() => parts.flatMap((part) => part.runs), [parts])
  const [drawn, setDrawn] = useState(() => firstRuns(parts, hidden))
  const isPrinting = useIsPrinting()
  const next = runs.find(({ key }) => !drawn.has(key))?.key

  useEffect(() => {
    if (next !== undefined) startTransition(() => setDrawn((before) => new Set([...before, next])))
  }, [next])

  const draw = useCallback(
    (name: string) => {
      const run = runs.find((each) => each.fields.some((field) => field.name === name))
      if (run) setDrawn((before) => (before.has(run.key) ? before : new Set([...before, run.key])))
    },
    [runs],
  )
  const drawAll = useCallback(() => setDrawn(new Set(runs.map(({ key }) => key))), [runs])
  return { parts, isDrawn: ({ key }) => isPrinting || drawn.has(key), draw, drawAll }
}
