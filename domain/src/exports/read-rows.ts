import type { ExportedList, ExportHeading, ExportRows, ListName, RowOf, StreamName, UserRow } from './rows.ts'

/** Reads a list from its beginning; of forms all, or those of one form type. */
export type ReadList = <Row>(list: ExportedList | 'users' | 'history', formtypeid?: string) => AsyncIterable<Row>

/** The rows of an export from wherever they are kept. Reads the lists now, and the streams when they are wanted. */
export async function readRows(heading: ExportHeading, read: ReadList): Promise<ExportRows> {
  const all = <List extends ListName>(list: List): Promise<RowOf[List][]> => Array.fromAsync(read<RowOf[List]>(list))
  const stream =
    <Stream extends StreamName>(list: Stream) =>
    () =>
      read<RowOf[Stream]>(list)
  return {
    heading,
    users: await Array.fromAsync(read<UserRow>('users')),
    sites: await all('sites'),
    studies: await all('studies'),
    devices: await all('devices'),
    activityTypes: await all('activityTypes'),
    formTypes: await all('formTypes'),
    studyDocuments: await all('studyDocuments'),
    visits: await all('visits'),
    subjects: stream('subjects'),
    subjectDevices: stream('subjectDevices'),
    worn: stream('worn'),
    subjectVisits: stream('subjectVisits'),
    forms: (formtypeid) => read('forms', formtypeid),
    activities: stream('activities'),
    runningActivities: stream('runningActivities'),
    referenceData: stream('referenceData'),
    history: () => read('history'),
  }
}
