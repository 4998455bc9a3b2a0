import { useTranslations } from 'use-intl'
import { DayList } from '../day/DayList.tsx'
import { DayPicture } from '../day/DayPicture.tsx'
import { useElsewhereText, useWarningText } from '../day/day-text.ts'
import { useDay } from '../day/use-day.ts'
import { useDayFacts } from '../day/use-day-facts.ts'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import classes from './PrintRecord.module.css'

/** The subject's day: picture, list with devices, form dates and gaps, and warnings. */
export function PaperDay({ subject, offers, zone }: { subject: SubjectRecord; offers: SubjectOffers; zone: string }) {
  const t = useTranslations('day')
  const { recorded, files, days, warnings, elsewhere } = useDay(subject, offers, zone)
  const facts = useDayFacts(subject, days)
  const warningText = useWarningText(recorded)
  const elsewhereText = useElsewhereText(recorded)
  if (recorded.length === 0) return null
  const warned = new Set(warnings.map(({ activity }) => activity))
  const remarks = [...warnings.map(warningText), ...elsewhere.map(elsewhereText)]
  return (
    <section className={classes.part}>
      <h2>{t('heading')}</h2>
      {days.map((day) => (
        <DayPicture key={day.day} layout={day} caption={days.length > 1 ? day.day : undefined} warned={warned} />
      ))}
      <DayList activities={recorded} files={files} facts={facts} zone={zone} />
      {remarks.length > 0 && (
        <>
          <h3>{t('warnings')}</h3>
          <ul>
            {remarks.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
