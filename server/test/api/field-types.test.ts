import { readFile } from 'node:fs/promises'
import { fieldTypes } from '@casebook/domain/form-types/field-types.ts'
import { describe, expect, test } from 'vitest'

const root = new URL('../../../', import.meta.url)

/** The places that describe the types of fields, and that the compiler does not check. */
const places: [file: string, says: (type: string) => RegExp][] = [
  ['clients/python/src/casebook_client/frames.py', (type) => new RegExp(`^ {8}"${type}": `, 'm')],
  ['clients/r/R/forms.R', (type) => new RegExp(`^ {4}${type} = `, 'm')],
  ['docs/glossary.md', (type) => new RegExp(`^\\| \\*\\*field\\*\\* .*\\b${type}\\b`, 'm')],
  ['docs/api.md', (type) => new RegExp(`\\b(a|an) ${type} (is|has)\\b`)],
]

describe.each(places)('%s', (file, says) => {
  test.each(fieldTypes)('describes the field type %s', async (type) => {
    expect(await readFile(new URL(file, root), 'utf8')).toMatch(says(type))
  })
})
