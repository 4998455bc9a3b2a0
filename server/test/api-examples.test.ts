import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPython, hasR, hasShell, makeScriptingBed, python, say } from './scripting-bed.ts'

// Runs every example in docs/api.md against a separate server.
const text = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')

/** The sections with examples, each with one per language. */
const sections = text
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [heading = ''] = section.split('\n', 1)
    const examples = [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    return { heading, examples: new Map(examples.map(([, language = '', code = '']) => [language, code])) }
  })
  .filter(({ examples }) => examples.size > 0)

/** The expected output of each example, in any language. */
const printed: Record<string, RegExp> = {
  'First call': /^Kari\s*$/,
  Errors: /^NOT_FOUND subject.missing subjectid\s*$/,
  'Versions and CONFLICT': /^\{"updateForm":\{"version":\d+\}\}\nCONFLICT\s*$/,
  'Retrying a write': /^one subject\s*$/,
  'Uploading a file': /^\{"status":"UPLOADED","size":11\}\s*$/,
  'Following changes': /^UPDATED ACTIVITY\s*$/,
}

const languages = [
  { language: 'sh', program: 'bash', args: ['-euo', 'pipefail', '-c'], isThere: hasShell },
  { language: 'python', program: python, args: ['-c'], isThere: hasPython },
  { language: 'r', program: 'Rscript', args: ['-e'], isThere: hasR },
]

test('every example has what it prints, in each language', () => {
  expect(sections.map(({ heading }) => heading)).toEqual(Object.keys(printed))
  for (const { heading, examples } of sections)
    expect([...examples.keys()], heading).toEqual(languages.map(({ language }) => language))
})

for (const { language, program, isThere } of languages)
  if (!isThere) console.warn(`The examples in ${language} are left out: ${program} or what it needs is not installed.`)

/** The example as it is written for a new activity; later ones get times that no earlier one had. */
function withOtherTimes(code: string, attempt: number): string {
  const start = 100 + 2 * attempt
  return code.replace(/startTime(\D+)\d+(\D+)stopTime(\D+)\d+/, `startTime$1${start}$2stopTime$3${start + 1}`)
}

let attempts = 0

let bed: Awaited<ReturnType<typeof makeScriptingBed>>
beforeAll(async () => {
  bed = await makeScriptingBed()
})
afterAll(async () => {
  await rm(bed.env.FOLDER, { recursive: true, force: true })
  await bed.casebook.stop()
})

describe.each(languages.filter(({ isThere }) => isThere))('in $language', ({ language, program, args }) => {
  const [first] = sections

  // A change is reported once everything that began before it has ended, and other tests write to the same cluster,
  // some of them in long transactions. The same values again would be no change, so that each attempt sets others.
  test.each(sections)('$heading', { retry: { count: 40, delay: 1_000 } }, async ({ heading, examples }) => {
    const before = examples === first?.examples ? '' : String(first?.examples.get(language))
    const own = withOtherTimes(String(examples.get(language)), attempts++)
    const { code, out, err } = await say(program, [...args, `${before}\n${own}`], bed.env)
    expect(code, err).toBe(0)
    // The output of the first example comes first.
    const printedByOwn = before ? out.replace(/^Kari\s*\n/, '') : out
    expect(printedByOwn).toMatch(printed[heading] ?? /$^/)
  })
})
