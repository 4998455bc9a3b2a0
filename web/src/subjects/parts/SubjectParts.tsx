import { subjectDate } from '@casebook/domain/forms/forms.rules.ts'
import { whichOne } from '@casebook/domain/shared/names/occurrences.ts'
import type { ReactNode } from 'react'
import { ActivitiesPanel } from '../../activities/ActivitiesPanel.tsx'
import { activityKey } from '../../activities/record/activity-record.ts'
import { useActivityName } from '../../activities/record/use-activity-name.ts'
import { dateInVisit } from '../../activities/record/visit-date.ts'
import { studyZone } from '../../browser/time-zones.ts'
import { Later } from '../../components/Later.tsx'
import { FormsPanel } from '../../forms/FormsPanel.tsx'
import { ReferenceDataPanel } from '../../reference-data/ReferenceDataPanel.tsx'
import { SubjectDay } from '../day/SubjectDay.tsx'
import { showActivity } from '../day/show-activity.ts'
import type { NamedVisit, SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import type { useSubjectRoute } from '../record/subject-route.ts'
import type { useWorn } from '../worn/use-worn.ts'
import { dateFormOf } from './date-form.ts'
import classes from './SubjectParts.module.css'

/**
 * What is recorded of a subject, or in one of its visits, in working order: the day, forms, devices, activities with their
 * files, the status. Where there is room, activities stand beside the rest.
 */
export function SubjectParts({
  subject,
  offers,
  visit,
  visits,
  whole,
  route,
  devices,
  wornIn,
  formSavedAt,
  isDisabled,
  status,
  isHere,
}: {
  /** With what is shown here. */
  subject: SubjectRecord
  offers: SubjectOffers
  visit?: NamedVisit | undefined
  /** The visits of the subject. */
  visits: readonly NamedVisit[]
  /** With what is shown elsewhere, too. */
  whole: { subject: SubjectRecord; offers: SubjectOffers }
  route: ReturnType<typeof useSubjectRoute>
  /** The devices worn, unless they are shown elsewhere. */
  devices?: ReactNode
  wornIn: ReturnType<typeof useWorn>['wornIn']
  /** When the last form was saved on this screen. */
  formSavedAt: Date | null
  isDisabled: boolean
  /** The panel of the subject's status, unless it is shown elsewhere. */
  status?: ReactNode
  /** The address means these parts. */
  isHere: boolean
}) {
  const { siteid, studyid, subjectid, identifier, forms, activities } = subject
  const zone = studyZone()
  const nameOf = useActivityName()
  const date = subjectDate(whole.subject.forms)
  const dateForm = dateFormOf(whole.offers.listFormTypes, whole.subject.forms, visits)

  return (
    <>
      <SubjectDay
        subject={subject}
        offers={whole.offers}
        zone={zone}
        onGo={(key, isFile) => {
          if (isFile) route.open('activities', key)
          showActivity(key)
        }}
      />
      <div className={classes.columns}>
        <FormsPanel
          studyid={studyid}
          forms={forms}
          formtypes={offers.listFormTypes}
          visit={visit}
          savedAt={isHere ? formSavedAt : null}
          isDisabled={isDisabled}
          isWanted={isHere && route.wanted === 'formtypes'}
          onOpen={route.openForm}
        />
        {devices}
        <Later>
          <ActivitiesPanel
            siteid={siteid}
            studyid={studyid}
            subjectid={subjectid}
            activities={activities}
            activitytypes={offers.listActivityTypes}
            running={offers.listRunningActivities}
            visits={visits}
            visit={visit}
            wornIn={wornIn}
            date={date === undefined || !visit ? date : dateInVisit(visit, forms, zone)}
            zone={zone}
            dateForm={dateForm && { identifier: dateForm.identifier, open: () => route.openForm(dateForm.id) }}
            isDisabled={isDisabled}
            isWanted={isHere && route.wanted === 'activities'}
            opened={route.opened.activities}
            onOpen={(id) => route.open('activities', id)}
            onClose={() => route.close('activities')}
            renderFiles={(activity) => (
              <ReferenceDataPanel
                key={activityKey(activity)}
                target={{
                  siteid,
                  studyid,
                  subjectid,
                  identifier: identifier ?? null,
                  activitytypeid: activity.activitytypeid,
                  ...whichOne(activity, activity.activitytype.repeats),
                }}
                activity={{ ...activity, name: nameOf(activity) }}
                files={activity.referenceData}
                isDisabled={isDisabled}
                onClose={() => route.close('activities')}
              />
            )}
          />
          {status}
        </Later>
      </div>
    </>
  )
}
