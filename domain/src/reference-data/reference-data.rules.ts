import { type Problem, problem } from '../shared/problems.ts'
import { compareCodeUnits, compareNames, isBlank, whyNotStorable } from '../shared/text.rules.ts'

/** The largest file in bytes: smaller than 150 MB, which is 157,286,400. Specification, section 9. */
export const maxUploadBytes = 157_286_399
export const maxFilenameLength = 255
export const sha256Pattern = /^[0-9a-f]{64}$/
/** The bar that fills when an upload is complete and then closes the panel. Specification, section 9. */
export const completionBar = { step: 2, everyMilliseconds: 50, full: 100 } as const

export const referenceDataStatuses = ['PENDING', 'UPLOADED', 'FAILED'] as const
export type ReferenceDataStatus = (typeof referenceDataStatuses)[number]

/** Why a file cannot be uploaded. The browser asks to spare a wait; the upload policy is what holds. */
export function whyNotUploadable({ name, size }: { name: string; size: number }): Problem | undefined {
  if (size > maxUploadBytes) return problem('upload.too-large', { field: 'file' })
  if (size < 1) return problem('upload.empty', { field: 'file' })
  return whyNotFilename(name)
}

/**
 * Why a file's name cannot be kept. It comes back on download as it was uploaded and names nothing on the server, so
 * slashes and the like are harmless; only what cannot be stored or sent in a header is refused. Counted in code
 * points, as every file system's own limit is narrower.
 */
export function whyNotFilename(filename: string): Problem | undefined {
  const why = whyNotStorable(filename, 'filename')
  if (why) return why
  if (isBlank(filename)) return problem('text.required', { field: 'filename' })
  const count = [...filename].length
  if (count > maxFilenameLength) {
    return problem('text.too-long', { field: 'filename', params: { max: maxFilenameLength, count } })
  }
  if (/\p{Cc}/u.test(filename)) return problem('text.control-characters', { field: 'filename' })
}

/** Why this is not the SHA-256 of a file; none given is fine. */
export function whyNotSha256(sha256: string | null | undefined): Problem | undefined {
  if (sha256 && !sha256Pattern.test(sha256)) return problem('upload.sha256', { field: 'sha256' })
}

/**
 * Writes the form fields of an upload as `{name=value,name=value}`. The form has no escapes: a name or value that it
 * cannot carry is a mistake of the server's own and throws, for the file would be lost with it.
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

/** Reads what `encodeFormFields` wrote, in its order: split at commas, then each at the first equals sign. */
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
