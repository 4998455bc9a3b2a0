import { type Problem, problem } from '../../shared/problems.ts'

/**
 * Why a form is not saved with the version in its row, which is the one that was exported: so that no newer value is
 * overwritten. An empty version is no claim. `stored`: the present version, undefined if the study has no such form.
 */
export function whyNotVersion(given: string, stored: number | undefined, isChanged: boolean): Problem | undefined {
  if (given === '') return undefined
  if (!wholeFromOne.test(given)) return problem('import.version')
  if (stored === undefined) return problem('import.version.none')
  if (Number(given) > stored) return problem('import.version.ahead', { params: { version: stored } })
  return isChanged && Number(given) < stored ? problem('import.form.changed') : undefined
}

const wholeFromOne = /^[1-9][0-9]{0,14}$/
