import type { Act } from './acts/act.ts'
import { wornDevice } from './acts/devices.ts'
import { newDocument, newVersion } from './acts/documents.ts'
import { movedSubject } from './acts/moves.ts'
import { removed } from './acts/removals.ts'
import { activePerson, closedSubject, recorderZone } from './acts/standings.ts'
import { anotherVisit, visitOf } from './acts/visits.ts'
import type { Places } from './stored.ts'

/** Everything that is pressed in a walk, beside Start and Stop. */
export function actsOf(
  { siteid, planned, visited, east, west, worn, ending, closed }: Places,
  recording: string,
): Act[] {
  const visits = `/studies/${planned}/subjects/${visited}`
  const wearing = `/studies/${east}/subjects/${worn}`
  return [
    ...['First', 'Second', 'Third'].map((name) => visitOf(visits, name)),
    anotherVisit(visits, 'Extra'),
    wornDevice(wearing, 'WA1', 'arm'),
    wornDevice(wearing, 'WB1', 'chest'),
    movedSubject({ East: east, West: west }, 'M-1'),
    newDocument(east),
    newVersion(east, 'Protocol'),
    removed(`/studies/${east}/documents`, 'Letter', 'Documents'),
    removed(`/studies/${east}/activitytypes`, 'Passing', 'Activity types'),
    removed(`/studies/${east}/formtypes`, 'Slip', 'Form types'),
    removed(`/devices?site=${siteid}`, 'RX1', 'Devices'),
    closedSubject(`/studies/${ending}/subjects/${closed}`),
    activePerson('Ola Nilsen'),
    recorderZone(recording),
  ]
}
