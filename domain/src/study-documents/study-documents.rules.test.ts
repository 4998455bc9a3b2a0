import { expect, test } from 'vitest'
import { whyNotGiven } from '../shared/record-fields/record-fields.ts'
import {
  maxDocumentBytes,
  newDocumentFields,
  newDocumentVersionFields,
  offeredDocumentKinds,
  shownTypeOf,
  whyNotDocumentFile,
} from './study-documents.rules.ts'

test('only files that browsers show without running anything are shown', () => {
  expect(['a.PDF', 'x.y.jpeg', 'scan.webp'].map(shownTypeOf)).toEqual(['application/pdf', 'image/jpeg', 'image/webp'])
  for (const name of ['a.html', 'a.svg', 'a.xml', 'a.pdf.html', 'pdf', 'a.docx', 'a.constructor', 'a.pdf ', 'a.']) {
    expect(shownTypeOf(name), name).toBeUndefined()
  }
})

test('a title and a kind are names, a kind of at most 50 characters', () => {
  for (const kind of [...offeredDocumentKinds, 'x'.repeat(50)]) {
    expect(whyNotGiven(newDocumentFields, { title: 'x'.repeat(200), kind, date: null })).toBeUndefined()
  }
  expect(whyNotGiven(newDocumentFields, { title: ' ', kind: 'other', date: null })).toMatchObject({
    reason: 'text.required',
    field: 'title',
  })
  expect(whyNotGiven(newDocumentFields, { title: 'x'.repeat(201), kind: 'other', date: null })).toMatchObject({
    field: 'title',
  })
  expect(whyNotGiven(newDocumentFields, { title: 'Protocol', kind: '', date: null })).toMatchObject({
    reason: 'text.required',
    field: 'kind',
  })
  expect(whyNotGiven(newDocumentFields, { title: 'Protocol', kind: 'x'.repeat(51), date: null })).toMatchObject({
    field: 'kind',
  })
})

test('a date is a day of the calendar, or left out', () => {
  for (const date of [undefined, null, '', '2024-02-29', '1999-12-31'])
    expect(whyNotGiven(newDocumentVersionFields, { date })).toBeUndefined()
  for (const date of ['2025-02-29', '2026-13-01', '1.2.2026', '2026-1-1', '2026-02-30', 'today']) {
    expect(whyNotGiven(newDocumentVersionFields, { date }), date).toMatchObject({
      reason: 'study-document.date',
      field: 'date',
    })
  }
})

test('a file has 1 byte to 50 MB', () => {
  expect(whyNotDocumentFile({ name: 'a.pdf', size: maxDocumentBytes })).toBeUndefined()
  expect(whyNotDocumentFile({ name: 'a.pdf', size: maxDocumentBytes + 1 })?.reason).toBe('study-document.too-large')
  expect(whyNotDocumentFile({ name: 'a.pdf', size: 0 })?.reason).toBe('upload.empty')
  expect(whyNotDocumentFile({ name: '', size: 1 })?.reason).toBe('text.required')
})
