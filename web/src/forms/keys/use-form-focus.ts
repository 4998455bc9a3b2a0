import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { focusFirstConcerned, refusedControl } from '../../components/form/FormActions.tsx'
import { focusPlace, headingAround } from '../../components/page/focus-after.ts'
import { goTo, unfold } from './form-stops.ts'

type Place = RefObject<HTMLElement | null>

/** A form that opens has the focus in its first field, or at its heading if nothing can be filled in. */
export function useFirstFocus(form: Place): void {
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>(':is(input, select, textarea):enabled')
    if (!first) focusPlace(headingAround(form.current), { preventScroll: true })
    first?.focus({ preventScroll: true })
    // Selected, as after Tab, so that typing replaces a default such as today's date.
    if (first instanceof HTMLInputElement) first.select()
  }, [form])
}

/** The focus goes back once the question is answered. The buttons of the form were taken away for it. */
export function useFocusAfter(asking: { from: Element | null } | undefined, place: Place): void {
  useEffect(() => {
    if (!asking) return undefined
    const { from } = asking
    const form = place.current
    return () => {
      const back = from?.isConnected ? from : form?.querySelector('button[type=submit]')
      if (back instanceof HTMLElement) back.focus()
    }
  }, [asking, place])
}

/** After each save that the rules refused, the first mistake has the focus. They are drawn with the number of refusals. */
export function useFocusOnMistake(refusals: number, form: Place): void {
  useEffect(() => {
    if (refusals === 0) return
    for (const wrong of form.current?.querySelectorAll(refusedControl) ?? []) unfold(wrong)
    focusFirstConcerned(form.current)
  }, [refusals, form])
}

/** Goes to a field, by name, once it is drawn. Returns a stable function if `draw` is one. */
export function useGoTo(form: Place, draw: (name: string) => void): (name: string) => void {
  const [wanted, setWanted] = useState<{ name: string }>()
  useLayoutEffect(() => {
    if (wanted) goTo(form.current, wanted.name)
  }, [wanted, form])
  return useCallback(
    (name: string) => {
      draw(name)
      setWanted({ name })
    },
    [draw],
  )
}
