import { expect, test } from 'vitest'
import { stepCounting } from '../testing/sample.ts'
import { manifestText } from './manifest.ts'

test('the manifest is JSON with the time, the release and every entry in order', () => {
  const entries = [
    { path: 'README.txt', size: 12, sha256: 'a'.repeat(64), from: 'export' },
    { path: 'sites.csv', size: 1, sha256: 'a'.repeat(64), from: 'sites', table_id: 'sites' },
    {
      path: 'files/S-001/Walk/Å "1".csv',
      size: 3,
      sha256: 'b'.repeat(64),
      from: 'reference_data r1',
      expected_sha256: 'c'.repeat(64),
    },
  ]
  const manifest: unknown = JSON.parse(
    [...manifestText({ ...stepCounting.heading, deletedSubjects: 2 }, entries)].join(''),
  )
  expect(manifest).toEqual({
    at: '2026-03-01T10:00:00.000Z',
    release: '0.1.0',
    scope: { zone: 'Europe/Oslo', siteid: 'oslo', files: true, history: true, closedOnly: false, deleted: false },
    deleted_subjects: 2,
    entries,
  })
})

test('a manifest without entries is JSON too', () => {
  expect(JSON.parse([...manifestText(stepCounting.heading, [])].join(''))).toMatchObject({ entries: [] })
})
