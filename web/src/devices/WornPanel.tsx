import { formatActivityTime } from '@casebook/domain/activities/activity-time.ts'
import { dateValueOf } from '@casebook/domain/form-types/values/form-dates.ts'
import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { isWornOn } from '@casebook/domain/subjects/worn-times.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { studyZone } from '../browser/time-zones.ts'
import { useRead } from '../calls/graphql.ts'
import { Link } from '../components/buttons/Link.tsx'
import { ReadingBar } from '../components/page/ReadingBar.tsx'
import { SidePanel } from '../components/page/SidePanel.tsx'
import { DayField } from '../forms/fields/DateField.tsx'
import { WearersDocument } from '../generated/graphql.ts'
import { usePositionText } from '../subjects/record/position-text.ts'
import classes from './WornPanel.module.css'

/** Who wore a device, where and when, newest first; of a day only those who wore it then. */
export function WornPanel({ siteid, deviceid, onClose }: { siteid: string; deviceid: string; onClose: () => void }) {
  const t = useTranslations('devices')
  const positionText = usePositionText()
  const [day, setDay] = useState('')
  const [isTyping, setIsTyping] = useState(false)
  const { data, isReading } = useRead(WearersDocument, { siteid, deviceid })
  const zone = studyZone()
  const wearers = data?.listWearers.filter(({ worn }) => isWornOn(worn, day, zone))
  const time = (instant: string) => formatActivityTime(Math.floor(Date.parse(instant) / 1000), zone)

  return (
    <SidePanel heading={t('wornHeading', { deviceid })} onClose={onClose}>
      <DayField
        name="day"
        label={t('wornOn')}
        help={t('wornOnHint', { zone })}
        text={day}
        error={isTyping || day === '' || dateValueOf(day) ? undefined : t('wornOnUnknown')}
        onType={(typed) => {
          setDay(typed)
          setIsTyping(true)
        }}
        onLeave={() => setIsTyping(false)}
      />
      <ReadingBar isReading={isReading} />
      <p role="status" className={classes.count}>
        {wearers && (wearers.length > 0 ? t('wearers', { count: wearers.length }) : t(day ? 'nobodyThen' : 'nobody'))}
      </p>
      <ul className={classes.wearers} aria-label={t('wornHeading', { deviceid })}>
        {wearers?.map(({ studyid, study, worn, ...subject }) => (
          <li key={`${subject.subjectid} ${worn.position} ${worn.place} ${worn.from} ${worn.to}`}>
            <Link to={paths.subject(studyid, subject.subjectid)}>{subjectName(subject)}</Link>, {positionText(worn)}
            <span className={classes.when}>
              {worn.from ? time(worn.from) : t('wornFromUnknown')}{' '}
              {worn.to ? t('wornTo', { time: time(worn.to) }) : t('wornNow')}
            </span>
            <span className={classes.when}>{study}</span>
          </li>
        ))}
      </ul>
    </SidePanel>
  )
}
