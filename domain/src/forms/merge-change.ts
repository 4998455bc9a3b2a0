import { type Fields, merge } from '../shared/merge/merge.ts'
import { sameText } from '../shared/names/names.ts'
import { type Problem, problem } from '../shared/problems.ts'
import type { KeyValue } from './forms.rules.ts'

type Change = {
  /** The values on which the change was made. */
  base: readonly KeyValue[]
  given: readonly KeyValue[]
  /** The values as they are now, without those of retired fields. */
  stored: readonly KeyValue[]
}

/**
 * The values of a form after a change that was made on `base`: a field that the change leaves as it was on `base` stays as
 * it is stored now. Returns a problem that names the first field that both changed, and lists all of them with the three
 * values.
 */
export function mergeChange({ base, given, stored }: Change): KeyValue[] | Problem {
  const { merged, questions } = merge(textsOf(base), textsOf(given), textsOf(stored))
  const [first] = questions
  if (first) {
    const conflicts = questions.map(({ key, base: was, mine, theirs }) => ({ key, base: was, mine, theirs }))
    return problem('form.field.changed', { field: first.key, params: { name: first.key }, details: { conflicts } })
  }
  return Object.entries(merged).map(([key, value]) => ({ key, value }))
}

function textsOf(values: readonly KeyValue[]): Fields {
  return Object.fromEntries(values.map(({ key, value }) => [sameText(key), sameText(value)]))
}
