import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { Link } from '../../components/buttons/Link.tsx'
import { wornTimeText } from '../record/worn-time-text.ts'
import type { WornTwice as Twice } from './use-worn.ts'
import classes from './WornTwice.module.css'

/** Of more than these, the rest is opened by a press. */
const most = 3

/** Warns of devices that another subject wore at the same time, and when. */
export function WornTwice({ twice, zone }: { twice: readonly Twice[]; zone: string }) {
  const t = useTranslations('subject')
  if (twice.length === 0) return null
  const [first, rest] = twice.length > most + 1 ? [twice.slice(0, most), twice.slice(most)] : [twice, []]
  const line = ({ studyid, study, worn: { deviceid, from, to }, ...subject }: Twice) => (
    <li key={`${deviceid} ${subject.subjectid} ${from} ${to}`}>
      <IconAlertTriangle size={16} aria-hidden />
      <span>
        {t.rich('wornTwice', {
          deviceid,
          study,
          name: () => <Link to={paths.subject(studyid, subject.subjectid)}>{subjectName(subject)}</Link>,
          from: from ? wornTimeText(from, zone) : t('wornFromUnknown'),
          to: to ? wornTimeText(to, zone) : t('wornNow'),
        })}
      </span>
    </li>
  )
  return (
    <>
      <ul className={classes.warnings} aria-label={t('wornTwiceHeading')}>
        {first.map(line)}
      </ul>
      {rest.length > 0 && (
        <details className={classes.rest}>
          <summary>{t('wornTwiceMore', { count: rest.length })}</summary>
          <ul className={classes.warnings}>{rest.map(line)}</ul>
        </details>
      )}
    </>
  )
}
