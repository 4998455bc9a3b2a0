import { catalogue } from '@casebook/domain/shared/problems.ts'
import compile from 'icu-minify/compile'
import { describe, expect, test } from 'vitest'
import { recordingsNb } from '../../recordings/texts/messages.nb.ts'
import { en } from './en.ts'
import { problemsEn } from './problems.en.ts'
import { problemsNb } from './problems.nb.ts'
import { screensNb } from './screens.nb.ts'
import { shellNb } from './shell.nb.ts'

type Tree = { readonly [key: string]: string | Tree }

function flatten(tree: Tree, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>()
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') flat.set(prefix + key, value)
    else for (const [deep, text] of flatten(value, `${prefix}${key}.`)) flat.set(deep, text)
  }
  return flat
}

/** The arguments that an ICU message shows, sorted. One that only chooses between words may be of one language. */
function placeholders(message: string): string[] {
  return [...new Set(shownIn(compile(message)))].sort()
}

/**
 * The arguments in a compiled text: a list of words, numbers that stand for `#`, and arguments, which are `[name]`,
 * `[name, kind, branches]` or a tag around a text. `counted`: the argument for which `#` stands.
 */
function* shownIn(text: unknown, counted = '#'): Generator<string> {
  if (!Array.isArray(text)) return
  for (const part of text) {
    if (part === 0) yield counted
    if (!Array.isArray(part)) continue
    const [name, kind, branches]: unknown[] = part
    if (part.length > 1 && typeof kind !== 'number') yield* shownIn(part.slice(1), counted)
    else if (typeof branches !== 'object' || branches === null) yield String(name)
    else for (const branch of Object.values(branches)) yield* shownIn(branch, String(name))
  }
}

test('an argument that is shown is one of the message, and one that only chooses words is not', () => {
  expect(
    placeholders('{who} {count, plural, one {lacks} other {lack # of {most}}} {at, select, a {b} other {c}}'),
  ).toEqual(['count', 'most', 'who'])
})

describe('the two catalogues', () => {
  const english = flatten(en)
  const norwegian = flatten({ ...shellNb, ...screensNb, recordings: recordingsNb })

  test('have the same keys', () => {
    expect([...norwegian.keys()].sort()).toEqual([...english.keys()].sort())
  })

  test('have no empty text', () => {
    for (const [key, text] of [...english, ...norwegian]) expect(text.trim(), key).not.toBe('')
  })

  test('use the same placeholders in each text', () => {
    for (const [key, text] of english) expect(placeholders(norwegian.get(key) ?? ''), key).toEqual(placeholders(text))
  })
})

test('what is said otherwise at a screen is said of a known problem', () => {
  expect(Object.keys(catalogue)).toEqual(expect.arrayContaining(Object.keys(problemsEn)))
})

describe('the problems in Norwegian', () => {
  const sentences = Object.entries(catalogue).map(([reason, { sentence }]): [string, string] => [reason, sentence])
  const english = new Map<string, string>([...sentences, ...Object.entries(problemsEn)])

  test('are all there, and no others', () => {
    expect(Object.keys(problemsNb).sort()).toEqual([...english.keys()].sort())
  })

  test('use the same parameters in each sentence', () => {
    for (const [reason, sentence] of Object.entries(problemsNb)) {
      expect(placeholders(sentence), reason).toEqual(placeholders(english.get(reason) ?? ''))
    }
  })
})
