import { compareActivityTypes } from '@casebook/domain/activity-types/activity-types.rules.ts'
import { compareFormTypes } from '@casebook/domain/form-types/fields.ts'
import { presentFields } from '@casebook/domain/forms/forms.rules.ts'
import { compareReferenceData } from '@casebook/domain/reference-data/reference-data.rules.ts'
import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { useFormatter, useTranslations } from 'use-intl'
import { typedTime } from '../../activities/typed-activity.ts'
import { useUser } from '../../app/session.tsx'
import { useValueText } from '../../forms/value-text.ts'
import type { Study } from '../../studies/use-study.ts'
import classes from './PrintRecord.module.css'
import { usePositionText } from './position-text.ts'
import type { SubjectRecord } from './subject-record.ts'
import { useIsPrinting } from './use-is-printing.ts'

type Props = { study: Study; subject: SubjectRecord; zone: string }

/** The whole record on paper, in place of the screen: every value, no buttons, who printed it and when. */
export function PrintRecord(props: Props) {
  return useIsPrinting() ? <Paper {...props} /> : null
}

function Paper({ study, subject, zone }: Props) {
  const t = useTranslations('subject')
  const format = useFormatter()
  const user = useUser()
  const positionText = usePositionText()
  const valueText = useValueText()
  const { subjectid, devices, forms, activities } = subject
  const by = [user.given_name, user.family_name].filter(Boolean).join(' ') || user.sub
  const at = format.dateTime(new Date(), { dateStyle: 'long', timeStyle: 'short', timeZone: zone })

  return (
    <article className={classes.paper} data-print-record>
      <p className={classes.study}>{t('study', { name: study.name })}</p>
      <h1>{t('paperHeading', { name: subjectName(subject) })}</h1>
      <dl className={classes.facts}>
        <dt>{t('paperStatus')}</dt>
        <dd>{subject.status}</dd>
        <dt>{t('paperId')}</dt>
        <dd>{subjectid}</dd>
        <dt>{t('paperSite')}</dt>
        <dd>{subject.siteid}</dd>
      </dl>

      {forms
        .toSorted((one, other) => compareFormTypes(one.formtype, other.formtype))
        .map(({ formtypeid, formtype, fields }) => {
          const types = new Map(formtype.fields.map(({ name, type }) => [name, type]))
          return (
            <section key={formtypeid} className={classes.part}>
              <h2>{t('paperForm', { name: formtype.identifier })}</h2>
              <table>
                <tbody>
                  {presentFields(formtype, fields).map(({ key, value, retired }) => (
                    <tr key={key}>
                      <th scope="row">{retired ? t('paperRetired', { name: key }) : key}</th>
                      <td>{valueText(types.get(key), value)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )
        })}
      {forms.length === 0 && <p>{t('noForms')}</p>}

      <section className={classes.part}>
        <h2>{t('devices')}</h2>
        {devices.length === 0 && <p>{t('noDevices')}</p>}
        <table>
          <tbody>
            {devices.map(({ deviceid, position }) => (
              <tr key={`${position} ${deviceid}`}>
                <th scope="row">{deviceid}</th>
                <td>{positionText(position)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>

      <section className={classes.part}>
        <h2>{t('paperActivities', { zone })}</h2>
        {activities.length === 0 && <p>{t('noActivities')}</p>}
        {activities.length > 0 && (
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
              {activities
                .toSorted((one, other) => compareActivityTypes(one.activitytype, other.activitytype))
                .map(({ activitytype, startTime, stopTime, comment, referenceData }) => (
                  <tr key={activitytype.activitytypeid}>
                    <th scope="row">{activitytype.description}</th>
                    <td>{typedTime(startTime, zone).text}</td>
                    <td>{typedTime(stopTime, zone).text}</td>
                    <td>{comment}</td>
                    <td>
                      {referenceData
                        .toSorted(compareReferenceData)
                        .map(({ filename, status }) => (status === 'UPLOADED' ? filename : `${filename} (${status})`))
                        .join(', ')}
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
        )}
      </section>
      <p className={classes.printed}>{t('printedBy', { by, at, zone })}</p>
    </article>
  )
}
