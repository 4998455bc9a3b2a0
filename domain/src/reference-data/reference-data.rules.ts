import { compareCodeUnits, compareNames } from '../shared/names/names.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { isBlank, whyNotStorable } from '../shared/text.rules.ts'

/** The largest file in bytes: smaller than 150 MB, which is 157,286,400. */
export const maxUploadBytes = 157_286_399
export const maxFilenameLength = 255
export const sha256Pattern = /^[0-9a-f]{64}$/
/** The bar that fills when an upload is complete and then closes the panel. */
export const completionBar = { step: 2, everyMilliseconds: 50, full: 100 } as const

export const referenceDataStatuses = ['PENDING', 'UPLOADED', 'FAILED'] as const
export type ReferenceDataStatus = (typeof referenceDataStatuses)[number]

/** Control characters, and the direction marks that make `exe.csv` look like `vsc.exe`. */
const reorders = /[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/u

/** Why a file can't be uploaded. The browser checks it to save time; the upload policy enforces it. */
export function whyNotUploadable({ name, size }: { name: string; size: number }): Problem | undefined {
  if (size > maxUploadBytes) return problem('upload.too-large', { field: 'file' })
  if (size < 1) return problem('upload.empty', { field: 'file' })
  return whyNotFilename(name)
}

/**
 * Why a file name can't be stored. It is only returned on download and names nothing on the server, so slashes and the
 * like are harmless. Only what can't be stored or sent in a header is refused. The length is counted in code points,
 * because every file system's own limit is lower.
 */
export function whyNotFilename(filename: string): Problem | undefined {
  const why = whyNotStorable(filename, 'filename')
  if (why) return why
  if (isBlank(filename)) return problem('text.required', { field: 'filename' })
  const count = [...filename].length
  if (count > maxFilenameLength) {
    return problem('text.too-long', { field: 'filename', params: { max: maxFilenameLength, count } })
  }
  if (reorders.test(filename)) return problem('text.control-characters', { field: 'filename' })
}

/** Why this is not the SHA-256 of a file. It is optional. */
export function whyNotSha256(sha256: string | null | undefined): Problem | undefined {
  if (sha256) return whyNotSha256Given(sha256)
}

/** Why this is not a SHA-256, where one is required. */
export function whyNotSha256Given(sha256: string): Problem | undefined {
  if (!sha256Pattern.test(sha256)) return problem('upload.sha256', { field: 'sha256' })
}

/**
 * Writes the fields of an upload form as `{name=value,name=value}`. The format has no escapes. A name or value that
 * does not fit is a defect of the server and throws, because the file would be lost.
 */
export function encodeFormFields(fields: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(fields).map(([name, value]) => {
    if (name === '' || /[,={}]/.test(name) || /[,{}]/.test(value) || value.trim() !== value || name.trim() !== name) {
      throw new Error(`The form field ${JSON.stringify(name)} cannot be written as {name=value}.`)
    }
    return `${name}=${value}`
  })
  return `{${pairs.join(',')}}`
}

/** Parses the text of `encodeFormFields`, in order: split at commas, then each at the first equals sign. */
export function parseFormFields(text: string): [name: string, value: string][] {
  return text
    .trim()
    .replace(/^\{|\}$/g, '')
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=')
      return equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]
    })
}

type Filed = { filename: string; referencedataid: string }

/** The order of an activity's files: by name, then by id. */
export function compareReferenceData(a: Filed, b: Filed): number {
  return compareNames(a.filename, b.filename) || compareCodeUnits(a.referencedataid, b.referencedataid)
}
