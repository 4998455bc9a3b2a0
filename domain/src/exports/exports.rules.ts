import { type Group, isAdmin, isHp } from '../shared/groups.ts'
import { type Problem, problem } from '../shared/problems.ts'

/** How many days an export's file is kept, and how many exports a person may request per day. */
export const exportDays = 7
export const mostExportsPerDay = 20

/** Without studyid the whole site; with subjectid one subject. */
export type ExportPlace = {
  studyid?: string | null | undefined
  subjectid?: string | null | undefined
  /** Selected subjects of the study. Requires the same rights as the whole study. */
  subjectids?: readonly string[] | null | undefined
}

/** The maximum number of selected subjects. For more, export the whole study. */
export const mostSubjectsNamed = 5_000

/** Why members of these groups may not request or download an export. */
export function whyNotExport(held: readonly string[], { subjectid }: ExportPlace): Problem | undefined {
  const needed: readonly Group[] = subjectid ? ['hp'] : ['admin', 'study:admin']
  const may = subjectid ? isHp(held) : isAdmin(held) || held.includes('study:admin')
  if (!may) return problem('call.forbidden', { params: { groups: needed.join(', ') } })
}

/**
 * Why members of these groups may not take out what identifies people, where the installation asks for a right of its own.
 * What is de-identified they may.
 */
export function whyNotIdentified(
  held: readonly string[],
  { deidentified, needsGroup }: { deidentified: boolean; needsGroup: boolean },
): Problem | undefined {
  if (!needsGroup || deidentified || held.includes('export:identified')) return undefined
  return problem('export.identified', { field: 'deidentified' })
}

/** Why the requested extent is invalid. */
export function whyNotExportInput({ studyid, subjectid, subjectids }: ExportPlace): Problem | undefined {
  if ((subjectid || subjectids) && !studyid) return problem('export.study.needed', { field: 'studyid' })
  if (!subjectids) return undefined
  if (subjectid || subjectids.length === 0 || subjectids.length > mostSubjectsNamed) {
    return problem('export.subjects', { field: 'subjectids', params: { most: mostSubjectsNamed } })
  }
}

type Extent = {
  studyid?: string | null | undefined
  subjectid?: string | null | undefined
  subjectids?: readonly string[] | null | undefined
  closedOnly: boolean
  deleted: boolean
  history: boolean
  isDeidentified: boolean
}

/** Whether an export has all of one study, and so its rows as stored, with which the study can move to another installation. */
export function holdsRecords(extent: Extent): boolean {
  const { studyid, subjectid, subjectids, closedOnly, deleted, history, isDeidentified } = extent
  return Boolean(studyid) && !subjectid && !subjectids && !closedOnly && deleted && history && !isDeidentified
}

/** The rows of a table as stored, each as one JSON text. */
export type StoredRecords = { table: string; lines: () => AsyncIterable<string> }

/** Whether an export is waiting or in progress. */
export function isUnderWay({ state }: { state: string }): boolean {
  return state === 'WAITING' || state === 'RUNNING'
}

/** `recordingBytes`: of uploaded files whose samples are written as text. */
type Measured = { rows: number; history: number; files: number; fileBytes: number; recordingBytes?: number }

/** Bytes of text per row in all formats together, measured on bundles. */
const bytesPerRow = 2_500
const bytesPerChange = 4_500
/** Bytes of text that a byte of a recording becomes: three for binary ones, less than one for text. */
const textPerByte = 2

/** The approximate size of a bundle in bytes. */
export function expectedBytes({ rows, history, fileBytes, recordingBytes = 0 }: Measured): number {
  return 60_000 + rows * bytesPerRow + history * bytesPerChange + fileBytes + recordingBytes * textPerByte
}

/**
 * How fast a bundle is made, in bytes per second of `expectedBytes` and of uploaded files. Measured on two busy cores by
 * bench/exports.ts (bench/export-results.md), and rounded down: most installations are faster.
 */
const textPerSecond = 3_500_000
const filesPerSecond = 40_000_000
const secondsPerFile = 0.005
const secondsToStart = 5

/** The approximate time in seconds to make one, rounded up so that it is rarely exceeded. */
export function expectedSeconds(measured: Measured): number {
  const text = expectedBytes({ ...measured, fileBytes: 0 })
  const files = measured.fileBytes / filesPerSecond + measured.files * secondsPerFile
  return roundedUp(secondsToStart + text / textPerSecond + files)
}

/** To 5 seconds, from one minute on to minutes, from one hour on to 10 minutes. */
function roundedUp(seconds: number): number {
  const step = seconds <= 60 ? 5 : seconds <= 3600 ? 60 : 600
  return Math.ceil(seconds / step) * step
}
