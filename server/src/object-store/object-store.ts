import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

/** The minimum size of a file, and how long its upload policy is valid. */
export const minUploadBytes = 1
export const uploadSeconds = 15 * 60
/** How long a download may be started after its link was issued. */
export const downloadSeconds = 5 * 60

/** A presigned form: POST it as multipart/form-data, first these fields, then the part `file`. 200 means success. */
export type UploadForm = {
  readonly url: string
  /** Names and values without commas and braces, so that they can be sent as `{name=value,name=value}`. */
  readonly fields: Readonly<Record<string, string>>
  readonly expiresAt: Date
}

/** What may be uploaded. */
export type AllowedUpload = {
  /** Bytes. */
  most: number
  /** Lowercase hex: if it can, the store refuses other bytes (see `sha256Of`). */
  sha256?: string | undefined
}

/** A link that shows an object as a document of this type, for a frame that runs nothing. */
export type ShownLink = (objectName: string, filename: string, origin: string, shownAs: string) => string

export type StoredObject = { readonly objectName: string; readonly size: number }

/** A part of an object written in parts: its number from 1, and the store's tag for it. */
export type StoredPart = { readonly number: number; readonly tag: string }

/**
 * Writes an object in parts, for objects too large for one call that must survive interruptions. All parts except the
 * last have the same size, at least `minPartBytes`. Writing a part again replaces it. The object exists once the upload
 * is finished.
 */
type PartStore = {
  /** Returns an id for the calls below, which any process can make. */
  beginParts(objectName: string): Promise<string>
  /** Resolves to the part's tag when the part is durable. `offset`: where it begins in the object. */
  putPart(objectName: string, uploadid: string, number: number, offset: number, bytes: Uint8Array): Promise<string>
  finishParts(objectName: string, uploadid: string, parts: readonly StoredPart[]): Promise<void>
  /** Removes what was written. Succeeds if there is no such upload. */
  abortParts(objectName: string, uploadid: string): Promise<void>
}

/** S3's minimum size of a part, except the last, and its maximum number of parts. */
export const minPartBytes = 5 * 1024 * 1024
export const mostParts = 10_000

/**
 * Stores the reference-data files. An object's name is `studyid/referencedataid`, assigned by the server; exports are
 * `exports/exportid`. `origin` is ours as the browser sees it; a store with its own address ignores it. Every method
 * except the presigning ones may throw the problem `store.unavailable`.
 */
export type ObjectStore = PartStore & {
  presignUpload(objectName: string, origin: string, allowed: AllowedUpload): Promise<UploadForm>
  /**
   * A link that serves the object as an attachment named `filename`, or, with `shownAs`, as a document of that type for
   * a frame that runs nothing.
   */
  presignDownload(objectName: string, filename: string, origin: string, shownAs?: string): Promise<string>
  head(objectName: string): Promise<{ size: number } | undefined>
  /** The SHA-256 of the stored bytes in lowercase hex: from the store if it verified it, else computed by reading. */
  sha256Of(objectName: string): Promise<string>
  /** The object's bytes, or those of a range whose ends are inclusive. Throws if there is no such object. */
  read(objectName: string, range?: { start: number; end: number }): Promise<Readable>
  /** Stores `size` bytes under an unused name, for restoring and example data. */
  write(objectName: string, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void>
  /** Succeeds if there is no such object. */
  remove(objectName: string): Promise<void>
  list(): AsyncIterable<StoredObject>
  /** Resolves if the store can read and write files now. */
  ready(): Promise<void>
}

const namePattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}\/[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

/** Exactly two plain segments, so that no name can lead out of the store. */
export function isObjectName(text: string): boolean {
  return namePattern.test(text)
}

/** The name of an export's ZIP. */
export function exportObjectName(exportid: string): string {
  return `exports/${exportid}`
}

/** The name of a file that is imported in the background. */
export function importObjectName(importid: string): string {
  return `imports/${importid}`
}

/** Whether it is the file of an export or an import: working data, which no record names. */
export function isWorkingFile(objectName: string): boolean {
  return isExport(objectName) || objectName.startsWith(importObjectName(''))
}

export function isExport(objectName: string): boolean {
  return objectName.startsWith(exportObjectName(''))
}

/**
 * `attachment` with any file name: RFC 6266 with a plain-ASCII name for old clients and the exact one in RFC 8187's
 * format. The result is plain ASCII without line breaks.
 */
export function attachmentNamed(filename: string): string {
  return named('attachment', filename)
}

/** The same, shown by the browser. */
export function inlineNamed(filename: string): string {
  return named('inline', filename)
}

function named(kind: string, filename: string): string {
  const whole = filename.toWellFormed()
  const plain = whole
    .normalize('NFKD')
    .replace(/[øØæÆåÅđĐ]/g, (letter) => plainLetters[letter] ?? '_')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\/%;]/gu, '_')
  const exact = encodeURIComponent(whole).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`
}

// Letters that Unicode does not decompose into a base letter and a mark.
const plainLetters: Readonly<Record<string, string>> = { ø: 'o', Ø: 'O', æ: 'ae', Æ: 'AE', đ: 'd', Đ: 'D' }

/** Lowercase hex. */
export async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest('hex')
}
