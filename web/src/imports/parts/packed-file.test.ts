import { randomBytes } from 'node:crypto'
import { maxImportBytes } from '@casebook/domain/exports/import/import-plan.ts'
import { expect, test } from 'vitest'
import { packFile } from './packed-file.ts'

const fileOf = (text: string) => new File([text], 'ages.csv')

test('a file that compresses well may be as large as an import', async () => {
  const { filename, gzip } = await packFile(fileOf('a'.repeat(maxImportBytes)))
  expect([filename, gzip.length < 100_000]).toEqual(['ages.csv', true])
})

test('a file that compresses badly is told how much of it fits', async () => {
  const file = fileOf(randomBytes(1_000_000).toString('hex'))
  await expect(packFile(file)).rejects.toMatchObject({ reason: 'import.too-large', params: { most: 1.3 } })
})

test('a larger file is told the limit of an import', async () => {
  const file = fileOf('a'.repeat(maxImportBytes + 1))
  await expect(packFile(file)).rejects.toMatchObject({ params: { most: maxImportBytes / 1_000_000 } })
})
