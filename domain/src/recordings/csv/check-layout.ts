import { isBelievableRate, limits } from '../limits.ts'
import type { Layout } from '../recording.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'

const mostHeaderRows = 10_000

/** Throws for settings that can't apply to any file. They come from a form, or were stored for another file. */
export function checkLayout(layout: Layout): void {
  const columns = [layout.timeColumn, layout.counterColumn].flatMap((column) => column ?? [])
  if (columns.some((column) => !isCount(column, limits.headerBytes))) refuse('column')
  if (layout.headerRows !== undefined && !isCount(layout.headerRows, mostHeaderRows)) refuse('headerRows')
  if (layout.rate !== undefined && !isBelievableRate(layout.rate)) refuse('rate')
  if (layout.start !== undefined && !Number.isFinite(layout.start)) refuse('start')
}

/** Throws if a set column does not exist in the file. */
export function checkColumns(layout: Layout, width: number): void {
  const columns = [layout.timeColumn, layout.counterColumn].flatMap((column) => column ?? [])
  if (columns.some((column) => column >= width)) refuse('column')
}

function isCount(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most
}

function refuse(detail: string): never {
  throw new UnreadableRecording('wrong-layout', { detail })
}
