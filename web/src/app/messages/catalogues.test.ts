import { catalogue } from '@casebook/domain/shared/problems.ts'
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

/** The argument names of an ICU message, sorted. */
function placeholders(message: string): string[] {
  return [...new Set([...message.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name]) => name ?? ''))].sort()
}

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
  const english = new Map<string, string>(Object.entries(catalogue).map(([reason, { sentence }]) => [reason, sentence]))

  test('are all there, and no others', () => {
    expect(Object.keys(problemsNb).sort()).toEqual([...english.keys()].sort())
  })

  test('use the same parameters in each sentence', () => {
    for (const [reason, sentence] of Object.entries(problemsNb)) {
      expect(placeholders(sentence), reason).toEqual(placeholders(english.get(reason) ?? ''))
    }
  })
})
