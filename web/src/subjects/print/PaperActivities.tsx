import { compareReferenceData } from '@casebook/domain/reference-data/reference-data.rules.ts'
import { useTranslations } from 'use-intl'
import { activityRows } from '../../activities/record/activity-record.ts'
import { typedTime } from '../../activities/record/typed-activity.ts'
import { useActivityName } from '../../activities/record/use-activity-name.ts'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import classes from './PrintRecord.module.css'

/** The subject's activities and the study's types without one, as on the screen. */
export function PaperActivities({
  activities,
  activitytypes,
  zone,
}: {
  activities: SubjectRecord['activities']
  activitytypes: SubjectOffers['listActivityTypes']
  zone: string
}) {
  const t = useTranslations('subject')
  const words = { PENDING: t('paperPending'), FAILED: t('paperFailed') }
  const nameOf = useActivityName()
  const rows = activityRows(activities, activitytypes).filter(({ isAnother }) => !isAnother)
  return (
    <section className={classes.part}>
      <h2>{t('paperActivities', { zone })}</h2>
      {activities.length === 0 && <p>{t('noActivities')}</p>}
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('paperType')}</th>
              <th scope="col">{t('labels.start_time')}</th>
              <th scope="col">{t('labels.stop_time')}</th>
              <th scope="col">{t('labels.comment')}</th>
              <th scope="col">{t('paperFiles')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, description, activity }) => (
              <tr key={key}>
                <th scope="row">{activity ? nameOf(activity) : description}</th>
                <td>{activity ? typedTime(activity.startTime, zone).text : '–'}</td>
                <td>{activity ? typedTime(activity.stopTime, zone).text : '–'}</td>
                <td>{activity?.comment || '–'}</td>
                <td>{filesText(activity?.referenceData ?? [], words) || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

type FileWords = { PENDING: string; FAILED: string }

function filesText(files: SubjectRecord['activities'][number]['referenceData'], words: FileWords): string {
  return files
    .toSorted(compareReferenceData)
    .map(({ filename, status }) => (status === 'UPLOADED' ? filename : `${filename} (${words[status]})`))
    .join(', ')
}
