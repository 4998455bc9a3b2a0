import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compareReferenceData,
  encodeFormFields,
  parseFormFields,
  whyNotFilename,
  whyNotSha256,
  whyNotUploadable,
} from './reference-data.rules.ts'

describe('a file', () => {
  test('of 1 to 157,286,399 bytes may be uploaded', () => {
    expect(whyNotUploadable({ name: 'arm.csv', size: 1 })).toBeUndefined()
    expect(whyNotUploadable({ name: 'arm.csv', size: 157_286_399 })).toBeUndefined()
  })

  test('of 150 MB is refused with the specified sentence', () => {
    expect(whyNotUploadable({ name: 'arm.csv', size: 157_286_400 })?.message).toBe('Max. file size is 150MB')
  })

  test('without content is refused', () => {
    expect(whyNotUploadable({ name: 'arm.csv', size: 0 })?.reason).toBe('upload.empty')
  })

  test.each([
    'arm.csv',
    'Målinger, arm & bryst (2).csv',
    '..',
    '../../etc/passwd',
    'C:\\data\\x.csv',
    '{a=b,c}',
    '"x".csv',
    '日本.csv',
    '😀'.repeat(255),
  ])('may be named %j', (name) => {
    expect(whyNotFilename(name)).toBeUndefined()
  })

  test.each(['', ' ', 'a\nb.csv', 'a\r\nSet-Cookie: x', 'a\0.csv', 'a\ud800', 'x'.repeat(256), 'a\u202evsc.exe'])(
    'may not be named %j',
    (name) => {
      expect(whyNotFilename(name)).toMatchObject({ code: 'BAD_INPUT', field: 'filename' })
    },
  )
})

test('a SHA-256 is 64 lowercase hexadecimal digits, or left out', () => {
  expect(whyNotSha256('0a'.repeat(32))).toBeUndefined()
  expect(whyNotSha256(null)).toBeUndefined()
  for (const sha256 of ['0A'.repeat(32), '0a'.repeat(31), `${'0a'.repeat(32)}\n`, 'x'.repeat(64)]) {
    expect(whyNotSha256(sha256)?.reason).toBe('upload.sha256')
  }
})

describe('the form fields of an upload', () => {
  test('are pairs between braces, each split at its first equals sign', () => {
    const text = encodeFormFields({ key: 'oslo/1', policy: 'eyJ9==' })
    expect(text).toBe('{key=oslo/1,policy=eyJ9==}')
    expect(parseFormFields(text)).toEqual([
      ['key', 'oslo/1'],
      ['policy', 'eyJ9=='],
    ])
  })

  test('are read with blanks after the commas too, as other servers write them', () => {
    expect(parseFormFields('{a=1, b=2}')).toEqual([
      ['a', '1'],
      ['b', '2'],
    ])
    expect(parseFormFields('{}')).toEqual([])
  })

  test('are read as what was written', () => {
    const plain = fc.string().filter((text) => !/[,{}]/.test(text) && text.trim() === text)
    const name = plain.filter((text) => text !== '' && !text.includes('='))
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(name, plain), { selector: ([name]) => name }), (pairs) => {
        const fields = Object.fromEntries(pairs)
        expect(parseFormFields(encodeFormFields(fields))).toEqual(Object.entries(fields))
      }),
    )
  })

  test.each<Record<string, string>>([{ a: '1,2' }, { a: '{1' }, { a: '1}' }, { 'a=b': '1' }, { '': '1' }, { a: ' 1' }])(
    '%j cannot be written',
    (fields) => {
      expect(() => encodeFormFields(fields)).toThrow('cannot be written')
    },
  )
})

test('files are ordered by name, then by id', () => {
  const files = [
    { filename: 'b.csv', referencedataid: '1' },
    { filename: 'A.csv', referencedataid: '3' },
    { filename: 'A.csv', referencedataid: '2' },
  ]
  expect(files.sort(compareReferenceData).map(({ referencedataid }) => referencedataid)).toEqual(['2', '3', '1'])
})
