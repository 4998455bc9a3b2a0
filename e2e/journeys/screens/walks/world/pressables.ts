import type { Act } from '../acts/act.ts'
import { additionsOf } from '../acts/additions.ts'
import { wornDevice } from '../acts/devices.ts'
import { newDocument, newVersion } from '../acts/documents.ts'
import { keptFiles } from '../acts/files.ts'
import { importedDefinitions, importedSubjects, takenTypes } from '../acts/imports.ts'
import { closedTogether, movedTogether, removedTogether } from '../acts/many/chosen.ts'
import { startedExport } from '../acts/many/exports.ts'
import { recordingLayout } from '../acts/many/layouts.ts'
import { repeatedActivity } from '../acts/many/repeats.ts'
import { importedValue } from '../acts/many/values.ts'
import { movedSubject } from '../acts/moves.ts'
import { type Elsewhere, endedOwnSession, endedSessions, ownEmail, ownTokens } from '../acts/people.ts'
import { keptRecords } from '../acts/records.ts'
import { removed } from '../acts/removals.ts'
import { activePerson, allowedCalendar, closedSubject, deletedSubject, recorderZone } from '../acts/standings.ts'
import { drafted, renewal, versionName } from '../acts/versions.ts'
import { anotherVisit, visitOf } from '../acts/visits.ts'
import type { Places } from './stored.ts'
import { closing, moving, twins } from './stored-many.ts'

/** Everything that is pressed in a walk, beside Start and Stop. */
export function actsOf(
  places: Places,
  recording: string,
  elsewhere: Readonly<Record<'kari' | 'own', Elsewhere>>,
): Act[] {
  const { siteid, planned, visited, east, west, worn, ending, closed, growing, records, kept, running } = places
  const visits = `/studies/${planned}/subjects/${visited}`
  const wearing = `/studies/${east}/subjects/${worn}`
  const types = `/studies/${records}/formtypes`
  const keeping = `/studies/${records}/subjects/${kept}`
  return [
    ...['First', 'Second', 'Third'].map((name) => visitOf(visits, name)),
    anotherVisit(visits, 'Extra'),
    wornDevice(wearing, 'WA1', 'arm'),
    wornDevice(wearing, 'WB1', 'chest'),
    movedSubject({ East: east, West: west }, 'M-1'),
    closedTogether(`/studies/${places.complete}/subjects`, closing),
    movedTogether({ East: east, West: west }, moving),
    removedTogether(`/studies/${east}/activitytypes`, twins, 'Activity types'),
    ...sundryOf(places),
    newDocument(east),
    newVersion(east, 'Protocol'),
    removed(`/studies/${east}/documents`, 'Letter', 'Documents'),
    removed(`/studies/${east}/activitytypes`, 'Passing', 'Activity types'),
    removed(`/studies/${east}/formtypes`, 'Slip', 'Form types'),
    removed(`/devices?site=${siteid}`, 'RX1', 'Devices'),
    removed(`/studies?site=${siteid}`, 'Leaving', 'Studies'),
    removed('/sites', places.spare, 'Sites'),
    closedSubject(`/studies/${ending}/subjects/${closed}`),
    deletedSubject(`/studies/${records}/subjects`, 'K-2'),
    activePerson('Ola Nilsen'),
    recorderZone(recording),
    ...keptRecords(keeping),
    keptFiles(`${keeping}/activities/${running}`),
    versionName(types, 'Named'),
    renewal(types, 'Renewed'),
    drafted(types, 'Sketch'),
    allowedCalendar(planned),
    endedSessions('Kari Nordmann', 'session of nurse', elsewhere.kari),
    endedOwnSession('coordinator', 'Firefox on Windows', 'session of coordinator', elsewhere.own),
    ...(['admin', 'coordinator'] as const).flatMap((of) => [ownTokens(of), ownEmail(of)]),
    importedSubjects(growing),
    importedDefinitions(growing),
    takenTypes(places.setup),
    ...additionsOf({ siteid, growing, model: records }),
  ]
}

/** What is done to one subject of a study for what is left. */
function sundryOf({ sundry, imported, weights, undated }: Places): Act[] {
  const path = `/studies/${sundry}/subjects/${imported}`
  const places = { form: `${path}/formtypes/${weights}`, imports: `/studies/${sundry}/import`, identifier: 'I-1' }
  return [
    recordingLayout(undated),
    importedValue(places, 'Weights'),
    repeatedActivity(path, 'Climb'),
    startedExport(sundry),
  ]
}
