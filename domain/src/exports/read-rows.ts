import type { ExportHeading } from './heading.ts'
import {
  type ExportedList,
  type ExportRows,
  exportLists,
  exportStreams,
  type ListName,
  type RowOf,
  type StreamName,
  type UserRow,
} from './rows.ts'

/** Reads a list from its beginning; of forms all, or those of one form type. */
export type ReadList = <Row>(list: ExportedList | 'users' | 'history', formtypeid?: string) => AsyncIterable<Row>

type Lists = { [List in ListName]: readonly RowOf[List][] }
type Streams = { [Stream in StreamName]: () => AsyncIterable<RowOf[Stream]> }

function areLists(read: Partial<Record<ListName, readonly unknown[]>>): read is Lists {
  return exportLists.every((list) => list in read)
}

function areStreams(open: Partial<Record<StreamName, () => AsyncIterable<unknown>>>): open is Streams {
  return exportStreams.every((stream) => stream in open)
}

/** The rows of an export from wherever they are kept. Reads the lists now, and the streams when they are wanted. */
export async function readRows(heading: ExportHeading, read: ReadList): Promise<ExportRows> {
  const users = await Array.fromAsync(read<UserRow>('users'))
  const lists: Partial<Record<ListName, readonly unknown[]>> = {}
  for (const list of exportLists) lists[list] = await Array.fromAsync(read(list))
  const streams: Partial<Record<StreamName, () => AsyncIterable<unknown>>> = {}
  for (const stream of exportStreams) streams[stream] = () => read(stream)
  if (!areLists(lists) || !areStreams(streams)) throw new Error('A list of the export was not read.')
  return {
    heading,
    users,
    ...lists,
    ...streams,
    forms: (formtypeid) => read('forms', formtypeid),
    history: () => read('history'),
  }
}
