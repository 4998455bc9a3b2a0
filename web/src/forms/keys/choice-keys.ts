export type Choice = { code: string; label: string }

/** Which choice the typed text means, and whether it can mean no other. */
export type Meant = { place: number; isOnly: boolean }

/** How long typed letters belong together, in milliseconds: as in the browser's own lists. */
const oneWordMs = 1_000

/**
 * The choice that is meant by letters or digits: the one whose code or label this is, else those whose label begins
 * with it, else those whose code does. Among several, one letter goes on to the next after `current` (-1 for none),
 * and more stay at it while it fits.
 */
export function choiceMeant(choices: readonly Choice[], typed: string, current: number): Meant | undefined {
  const wanted = folded(typed)
  const spoken = choices.map(({ code, label }) => ({ code: folded(code), label: folded(label) }))
  const places = (fits: (choice: Choice) => boolean) => spoken.flatMap((each, place) => (fits(each) ? [place] : []))
  const begins = places(({ code, label }) => code.startsWith(wanted) || label.startsWith(wanted))
  const [exact] = [...places(({ code }) => code === wanted), ...places(({ label }) => label === wanted)]
  if (exact !== undefined) return { place: exact, isOnly: begins.length === 1 }
  const ofLabels = places(({ label }) => label.startsWith(wanted))
  const fitting = ofLabels.length > 0 ? ofLabels : begins
  const from = [...wanted].length > 1 ? current : current + 1
  const place = fitting.find((each) => each >= from) ?? fitting[0]
  return place === undefined ? undefined : { place, isOnly: fitting.length === 1 }
}

function folded(text: string): string {
  return text.trim().normalize('NFC').toLocaleLowerCase()
}

/**
 * Gathers letters that are typed soon after one another in the same list: 1 and 0 mean the 10, where there is one. What
 * the letters before meant already, and nothing else, is not meant anew: a whole word is one press.
 */
export function newTypedWord(): (
  key: { key: string; at: number; list: unknown },
  meant: (typed: string) => Meant | undefined,
) => Meant | undefined {
  let typed = ''
  let said: Meant | undefined
  let last = Number.NEGATIVE_INFINITY
  let lastList: unknown
  return ({ key, at, list }, meant) => {
    const before = list === lastList && at - last < oneWordMs ? typed : ''
    last = at
    lastList = list
    for (const text of before === '' ? [key] : [before + key, key]) {
      const choice = meant(text)
      if (choice) {
        const isSaid = text !== key && said?.isOnly === true && said.place === choice.place
        typed = text
        said = choice
        return isSaid ? { ...choice, isOnly: false } : choice
      }
    }
    typed = ''
    return undefined
  }
}
