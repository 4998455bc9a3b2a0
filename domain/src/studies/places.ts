import { caseKey } from '../shared/names/names.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { cleanName, whyNotName } from '../shared/text.rules.ts'

export const maxPlaces = 50
export const maxPlaceLength = 100
/** The places on the body that a new study has. Each has a position of its own in the contract. */
export const firstPlaces = ['arm', 'chest'] as const

/** The places as stored: in their order, each without blanks at its ends. */
export function cleanPlaces(places: readonly string[]): string[] {
  return places.map(cleanName)
}

/** Why a study can't have these places: there are none or too many, one is no name, or two are the same to people. */
export function whyNotPlaces(places: readonly string[]): Problem | undefined {
  const field = 'places'
  if (places.length === 0) return problem('study.places.none', { field })
  if (places.length > maxPlaces) return problem('study.places.too-many', { field, params: { max: maxPlaces } })
  const keys = new Set<string>()
  for (const place of places) {
    const why = whyNotName(place, field, maxPlaceLength)
    if (why) return why
    const key = caseKey(place)
    if (keys.has(key)) return problem('study.places.duplicate', { field, params: { place: cleanName(place) } })
    keys.add(key)
  }
}

/** The place of a study that is the same as this text to people, as the study spells it. */
export function findPlace(places: readonly string[], text: string): string | undefined {
  const key = caseKey(text)
  return places.find((place) => caseKey(place) === key)
}

/** The places that an editor holds, one a line. Empty lines are ignored. */
export function placesOfLines(text: string): string[] {
  return cleanPlaces(text.split(/\r?\n/)).filter((line) => line !== '')
}

export function linesOfPlaces(places: readonly string[]): string {
  return places.join('\n')
}
