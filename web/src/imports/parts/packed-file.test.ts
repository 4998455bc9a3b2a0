import { randomBytes } from 'node:crypto'
import { maxImportBytes } from '@casebook/domain/exports/import/import-plan.ts'
import { expect, test } from 'vitest'
import { packFile, packIfItFits } from './packed-file.ts'

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

test('a file for the store is not packed, and may have 200 MB', async () => {
  expect(await packIfItFits(fileOf('a'))).toMatchObject({ filename: 'ages.csv' })
  expect(await packIfItFits(fileOf('a'.repeat(maxImportBytes + 1)))).toBeUndefined()
  const huge = { size: 200_000_001, name: 'ages.csv' } as File
  await expect(packIfItFits(huge)).rejects.toMatchObject({ reason: 'import.too-large', params: { most: 200 } })
})
