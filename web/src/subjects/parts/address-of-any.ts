import { type Occurrence, typeOfAny } from '@casebook/domain/shared/names/occurrences.ts'
import { cellOfVisit } from '@casebook/domain/visits/cells/visit-cells.ts'
import { currentVisit } from '@casebook/domain/visits/current/current.ts'
import { bySchedule, visitKey } from '@casebook/domain/visits/places/places.ts'
import { activityKey, placeholderKey } from '../../activities/record/activity-record.ts'
import { formKey, newFormKey } from '../../forms/values/form-record.ts'
import { namedVisits, type SubjectOffers, type SubjectRecord } from '../record/subject-record.ts'

/**
 * The address, below the subject, of what a link to any form or activity of a type means (keyOfAny): the first that is
 * there, else the one to be recorded in the visit that the subject is in, of those that the type belongs to. Of a visit
 * without a number, the one whose state the matrix of visits shows. Every other address is returned as it is. `today` is the
 * day in the study's zone.
 */
export function addressOfAny(below: string, subject: SubjectRecord, offers: SubjectOffers, today: string): string {
  const [part, key = '', ...rest] = below.split('/')
  if (part === 'visits' && rest.length === 0) {
    const own = offers.listSubjectVisits.filter(({ visitid }) => visitid === key)
    const shown = own.find((visit) => cellOfVisit([visit], today) === cellOfVisit(own, today))
    return shown ? `visits/${visitKey(shown)}` : below
  }
  const isType = (part === 'formtypes' || part === 'activities') && rest.length === 0
  const typeid = isType ? typeOfAny(key) : undefined
  if (typeid === undefined) return below
  const first = <One extends Occurrence>(all: readonly One[]) => all.toSorted(bySchedule(offers.listVisits))[0]
  const visitWith = (types: 'formtypeids' | 'activitytypeids') =>
    currentVisit(
      namedVisits(offers).filter((visit) => visit[types].includes(typeid)),
      today,
    )
  if (part === 'formtypes') {
    const form = first(subject.forms.filter(({ formtypeid }) => formtypeid === typeid))
    const offered = offers.listFormTypes.find(({ formtypeid }) => formtypeid === typeid)
    const type = { formtypeid: typeid, repeats: offered?.repeats ?? false }
    return `${part}/${form ? formKey(form) : newFormKey(type, visitWith('formtypeids'))}`
  }
  const activity = first(subject.activities.filter(({ activitytypeid }) => activitytypeid === typeid))
  const offered = offers.listActivityTypes.find(({ activitytypeid }) => activitytypeid === typeid)
  const type = { activitytypeid: typeid, repeats: offered?.repeats ?? false }
  return `${part}/${activity ? activityKey(activity) : placeholderKey(type, visitWith('activitytypeids'))}`
}
