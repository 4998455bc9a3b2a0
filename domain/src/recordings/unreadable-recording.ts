export type UnreadableCode =
  /** The file is empty. */
  | 'empty'
  /** None of the formats. */
  | 'unknown-format'
  /** A recognised format of an unsupported kind, such as an encrypted one; `detail` names it. */
  | 'unsupported'
  /** The file ends before its first value. */
  | 'cut-off'
  /** The header contradicts itself or contains impossible values. */
  | 'wrong-header'
  /** Part of a recording of several files, of which `detail` names a missing one. */
  | 'missing-companion'
  /** An archive with more than one recording, see `entries`. */
  | 'several-recordings'
  /** It contains nothing that can be drawn. */
  | 'no-data'
  /** Some dates have the day first, others the month: nothing tells which of the others is which. */
  | 'mixed-dates'
  /** The given settings do not fit the file. */
  | 'wrong-layout'

/** Recordings of an archive that are offered. */
export const mostEntries = 100

/** Why a file can't be opened, and where. Anything else that a reader throws is a defect of the reader. */
export class UnreadableRecording extends Error {
  readonly code: UnreadableCode
  /** In bytes. */
  readonly offset: number | null
  /** Counted from 1. */
  readonly line: number | null
  readonly detail: string | null
  /** The recordings of an archive, by name; `Layout.entry` chooses one of them. */
  readonly entries: readonly string[] | undefined

  constructor(
    code: UnreadableCode,
    where: { offset?: number; line?: number; detail?: string; entries?: readonly string[] } = {},
  ) {
    super(`${code}${where.detail ? `: ${where.detail}` : ''}`)
    this.name = 'UnreadableRecording'
    this.code = code
    this.offset = where.offset ?? null
    this.line = where.line ?? null
    this.detail = where.detail ?? null
    this.entries = where.entries
  }
}
