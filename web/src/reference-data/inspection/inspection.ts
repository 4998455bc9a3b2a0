import type { Layout } from '@casebook/domain/recordings/recording.ts'
import type { FileDescription } from '@casebook/domain/reference-data/file-description.ts'

/** The result so far of hashing and reading a chosen file before its upload. */
export type Inspection = {
  /** Lowercase hex. Undefined while it is computed, null if the file could not be read. */
  readonly sha256: string | null | undefined
  /** Undefined while the file is read, null if reading failed unexpectedly. */
  readonly description: FileDescription | null | undefined
  /** Progress of reading, from 0 to 1. */
  readonly fraction: number
}

export const uninspected: Inspection = { sha256: undefined, description: undefined, fraction: 0 }

export type ToHasher = { file: File }
export type FromHasher = { sha256: string | null }

export type ToInspector =
  | { type: 'inspect'; file: File; layout: Layout | null }
  /** Answers `companion`. */
  | { type: 'found'; question: number; file: File | undefined }

export type FromInspector =
  /** Asks for another chosen file by its name. */
  | { type: 'companion'; question: number; filename: string }
  | { type: 'opened'; fingerprint: string | null }
  | { type: 'progressed'; fraction: number }
  | { type: 'described'; description: FileDescription | null }
