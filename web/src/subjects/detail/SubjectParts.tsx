import { subjectDate } from '@casebook/domain/forms/forms.rules.ts'
import { whichOne } from '@casebook/domain/shared/names/occurrences.ts'
import type { ReactNode } from 'react'
import { ActivitiesPanel } from '../../activities/ActivitiesPanel.tsx'
import { activityKey } from '../../activities/record/activity-record.ts'
import { useActivityName } from '../../activities/record/use-activity-name.ts'
import { studyZone } from '../../browser/time-zones.ts'
import { FormsPanel } from '../../forms/FormsPanel.tsx'
import { ReferenceDataPanel } from '../../reference-data/ReferenceDataPanel.tsx'
import { SubjectDay } from '../day/SubjectDay.tsx'
import { showActivity } from '../day/show-activity.ts'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import type { useSubjectRoute } from '../record/subject-route.ts'
import { useWorn } from '../worn/use-worn.ts'
import { DevicesPanel } from './DevicesPanel.tsx'
import { dateFormOf } from './date-form.ts'
import classes from './SubjectPage.module.css'

/**
 * What is recorded of a subject, in working order: the day, forms, devices, activities with their files, the status. Where
 * there is room, activities stand beside the rest.
 */
export function SubjectParts({
  subject,
  offers,
  route,
  formSavedAt,
  isDisabled,
  isReading,
  status,
}: {
  subject: SubjectRecord
  offers: SubjectOffers
  route: ReturnType<typeof useSubjectRoute>
  /** When the last form was saved on this screen. */
  formSavedAt: Date | null
  isDisabled: boolean
  isReading: boolean
  /** The panel of the subject's status. */
  status: ReactNode
}) {
  const { siteid, studyid, subjectid, identifier, forms, activities } = subject
  const worn = useWorn(subjectid)
  const zone = studyZone()
  const nameOf = useActivityName()
  const dateForm = dateFormOf(offers.listFormTypes, forms)

  return (
    <>
      <SubjectDay
        subject={subject}
        offers={offers}
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
          savedAt={formSavedAt}
          isDisabled={isDisabled}
          isReading={isReading}
          isWanted={route.wanted === 'formtypes'}
          onOpen={route.openForm}
        />
        <DevicesPanel
          subject={subject}
          devices={offers.listDevices}
          twice={worn.twice}
          isDisabled={isDisabled}
          isWanted={route.wanted === 'devices'}
          opened={route.opened.devices}
          onOpen={(id) => route.open('devices', id)}
          onClose={() => route.close('devices')}
        />
        <ActivitiesPanel
          siteid={siteid}
          studyid={studyid}
          subjectid={subjectid}
          activities={activities}
          activitytypes={offers.listActivityTypes}
          running={offers.listRunningActivities}
          wornIn={worn.wornIn}
          date={subjectDate(forms)}
          zone={zone}
          dateForm={dateForm && { identifier: dateForm.identifier, open: () => route.openForm(dateForm.id) }}
          isDisabled={isDisabled}
          isReading={isReading}
          isWanted={route.wanted === 'activities'}
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
      </div>
    </>
  )
}
