import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { useFormatter, useTranslations } from 'use-intl'
import { useIsPrinting } from '../../browser/printing.ts'
import { type FormCode, useFormCode } from '../../forms/use-form-code.ts'
import { useUser } from '../../session/session.tsx'
import { useStatusText } from '../../studies/study/StatusBadge.tsx'
import type { Study } from '../../studies/study/use-study.ts'
import { usePositionText } from '../record/position-text.ts'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import { PaperActivities } from './PaperActivities.tsx'
import { PaperDay } from './PaperDay.tsx'
import { PaperForms } from './PaperForms.tsx'
import { PaperVisits } from './PaperVisits.tsx'
import classes from './PrintRecord.module.css'

type Props = { study: Study; subject: SubjectRecord; offers: SubjectOffers; zone: string }

/**
 * The printed record, in place of the screen: every question and value, no buttons, who printed it and when. Every page
 * says whose it is; browsers that can also number the pages. Until the code that judges forms is loaded, the screen itself
 * is printed.
 */
export function PrintRecord(props: Props) {
  const code = useFormCode()
  return useIsPrinting() && code ? <Paper code={code} {...props} /> : null
}

function Paper({ code, study, subject, offers, zone }: Props & { code: FormCode }) {
  const t = useTranslations('subject')
  const format = useFormatter()
  const user = useUser()
  const positionText = usePositionText()
  const statusText = useStatusText()
  const { siteid, subjectid, devices } = subject
  const by = [user.given_name, user.family_name].filter(Boolean).join(' ') || user.sub
  const at = format.dateTime(new Date(), { dateStyle: 'long', timeStyle: 'short', timeZone: zone })

  const heading = t('paperHeading', { name: subjectName(subject) })
  const site = offers.getSite ? t('paperSiteNamed', { name: offers.getSite.name, siteid }) : siteid

  return (
    <article className={classes.paper} data-print-record>
      <p className={classes.running}>{[heading, site, statusText(subject.status)].join(' · ')}</p>
      <div className={classes.record}>
        <p className={classes.study}>{t('study', { name: study.name })}</p>
        <h1>{heading}</h1>
        <dl className={classes.facts}>
          <dt>{t('paperSite')}</dt>
          <dd>{site}</dd>
          <dt>{t('paperStatus')}</dt>
          <dd>{statusText(subject.status)}</dd>
          <dt>{t('paperId')}</dt>
          <dd>{subjectid}</dd>
        </dl>
        <PaperVisits subject={subject} offers={offers} />
        <PaperForms code={code} forms={subject.forms} formtypes={offers.listFormTypes} visits={offers.listVisits} />
        <section className={classes.part}>
          <h2>{t('devices')}</h2>
          {devices.length === 0 && <p>{t('noDevices')}</p>}
          <table>
            <tbody>
              {devices.map((device) => (
                <tr key={`${device.position} ${device.deviceid}`}>
                  <th scope="row">{device.deviceid}</th>
                  <td>{positionText(device)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <PaperDay subject={subject} offers={offers} zone={zone} />
        <PaperActivities activities={subject.activities} activitytypes={offers.listActivityTypes} zone={zone} />
        <p className={classes.printed}>{t('printedBy', { by, at, zone })}</p>
      </div>
    </article>
  )
}
