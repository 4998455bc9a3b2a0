import { whyNotFilename } from '../reference-data/reference-data.rules.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { whyNotName } from '../shared/text.rules.ts'

/** The largest document in bytes: 50 MB. */
export const maxDocumentBytes = 52_428_800
const maxKindLength = 50
/** The suggestions of the kind's input. Any other text of up to 50 characters is allowed. */
export const offeredDocumentKinds = ['protocol', 'approval', 'information', 'procedure', 'other'] as const

/** What browsers show by themselves without running anything in it, by the ending of the file's name. */
const shownTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}

/** The type as which a file may be shown in a frame that runs nothing. Undefined: it is only downloaded. */
export function shownTypeOf(filename: string): string | undefined {
  const ending = /\.([a-z]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(shownTypes, ending) ? shownTypes[ending] : undefined
}

export function whyNotDocumentTitle(title: string): Problem | undefined {
  return whyNotName(title, 'title')
}

type Document = { title: string; kind: string }

/** Why a document can't have this title or kind. */
export function whyNotDocument({ title, kind }: Document): Problem | undefined {
  return whyNotDocumentTitle(title) ?? whyNotName(kind, 'kind', maxKindLength)
}

/** Why this is not the date of a version: a day of the calendar as yyyy-MM-dd. It is optional. */
export function whyNotDocumentDate(date: string | null | undefined): Problem | undefined {
  if (!date) return undefined
  const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T12:00:00Z`) : Number.NaN
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date)
    return problem('study-document.date', { field: 'date' })
}

/** Why a file can't be uploaded as a document. The browser checks it to save time; the upload policy enforces it. */
export function whyNotDocumentFile({ name, size }: { name: string; size: number }): Problem | undefined {
  if (size > maxDocumentBytes) return problem('study-document.too-large', { field: 'file' })
  if (size < 1) return problem('upload.empty', { field: 'file' })
  return whyNotFilename(name)
}
