import { whyNotFilename } from '../reference-data/reference-data.rules.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { optionalText, requiredText } from '../shared/record-fields/record-fields.ts'
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

/** What the upload of a version is given beside its file. */
export const newDocumentVersionFields = {
  date: optionalText('Date', (text) => whyNotDocumentDate(text)),
}

/** What a new document is given, with its first version. */
export const newDocumentFields = {
  title: requiredText('Title', whyNotDocumentTitle),
  kind: requiredText('Kind', (text) => whyNotName(text, 'kind', maxKindLength)),
  ...newDocumentVersionFields,
}

/** Why this is not the date of a version: a day of the calendar as yyyy-MM-dd. It is optional. */
function whyNotDocumentDate(date: string): Problem | undefined {
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
