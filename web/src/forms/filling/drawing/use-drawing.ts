import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { useIsPrinting } from '../../../browser/printing.ts'
import { type FieldRun, type FormPart, firstRuns, partsOf } from './field-groups.ts'
import { useFindInPage } from './use-find-in-page.ts'

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
 * has all of them, and so has what is searched.
 */
export function useDrawing(fields: readonly FormTypeField[], hidden: ReadonlySet<string>): Drawing {
  const parts = useMemo(() => partsOf(fields), [fields])
  const runs = useMemo(() => parts.flatMap((part) => part.runs), [parts])
  // By field: a field that is added to the type moves others to other runs.
  const [drawn, setDrawn] = useState(() => withRuns(new Set(), firstRuns(parts, hidden, window.innerHeight)))
  const isPrinting = useIsPrinting()
  const next = useMemo(() => runs.find((run) => !isDrawnIn(drawn, run)), [runs, drawn])

  useEffect(() => {
    if (next) startTransition(() => setDrawn((before) => withRuns(before, [next])))
  }, [next])

  const draw = useCallback(
    (name: string) => {
      const run = runs.find((each) => each.fields.some((field) => field.name === name))
      if (run) setDrawn((before) => (isDrawnIn(before, run) ? before : withRuns(before, [run])))
    },
    [runs],
  )
  const drawAll = useCallback(
    () => setDrawn((before) => (runs.every((run) => isDrawnIn(before, run)) ? before : withRuns(before, runs))),
    [runs],
  )
  useFindInPage(drawAll)
  return { parts, isDrawn: (run) => isPrinting || isDrawnIn(drawn, run), draw, drawAll }
}

type Names = ReadonlySet<string>

function isDrawnIn(drawn: Names, { fields }: FieldRun): boolean {
  return fields.some(({ name }) => drawn.has(name))
}

function withRuns(drawn: Names, runs: readonly FieldRun[]): Names {
  return new Set([...drawn, ...runs.flatMap(({ fields }) => fields.map(({ name }) => name))])
}
