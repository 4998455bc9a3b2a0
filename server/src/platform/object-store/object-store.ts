import type { Readable } from 'node:stream'

/** The least bytes of a file, and how long its upload policy holds (decisions, section 7). */
export const minUploadBytes = 1
export const uploadSeconds = 15 * 60
/** How long a download may be started after its link was given out. */
export const downloadSeconds = 5 * 60

/** A presigned form: POST it as multipart/form-data, these fields first, then the part `file`; 200 is success. */
export type UploadForm = {
  readonly url: string
  /** Names and values free of commas and braces, so that they travel as `{name=value,name=value}`. */
  readonly fields: Readonly<Record<string, string>>
  readonly expiresAt: Date
}

export type StoredObject = { readonly objectName: string; readonly size: number }

/**
 * Keeps the reference-data files. An object's name is `studyid/referencedataid`, made by the server.
 * `origin` is our own as the browser sees it; a store with an address of its own ignores it.
 * Every call but the presigning ones may throw the problem `store.unavailable`.
 */
export type ObjectStore = {
  /** `sha256` in lower-case hex: the store then refuses other bytes, where it can (see `sha256Of`). */
  presignUpload(objectName: string, origin: string, check?: { sha256?: string | undefined }): Promise<UploadForm>
  /** A link that answers the object as an attachment named `filename`. */
  presignDownload(objectName: string, filename: string, origin: string): Promise<string>
  head(objectName: string): Promise<{ size: number } | undefined>
  /** The stored bytes' SHA-256 in lower-case hex: what the store itself vouches for, else read and computed. */
  sha256Of(objectName: string): Promise<string>
  /** The object's bytes; throws where there is none. */
  read(objectName: string): Promise<Readable>
  /** Stores `size` bytes under a name that is free; for restoring and example data. */
  write(objectName: string, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void>
  /** An object that is not there is removed already. */
  remove(objectName: string): Promise<void>
  list(): AsyncIterable<StoredObject>
  /** Resolves when the store can take and give files now. */
  ready(): Promise<void>
}

const namePattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}\/[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

/** Two plain segments and nothing else: no name can lead out of the store. */
export function isObjectName(text: string): boolean {
  return namePattern.test(text)
}
