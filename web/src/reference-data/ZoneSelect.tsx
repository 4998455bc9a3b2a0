import { NativeSelect } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { studyZone, zonesWith } from '../browser/time-zones.ts'
import classes from './file/ReferenceData.module.css'

/** Selects the zone of the recorder's clock, for files without one. The study's zone by default. */
export function ZoneSelect({ zone, onZone }: { zone: string; onZone: (zone: string) => void }) {
  const t = useTranslations('referenceData')
  return (
    <NativeSelect
      className={classes.zone}
      label={t('zone')}
      value={zone}
      onChange={(event) => onZone(event.currentTarget.value)}
      data={zonesWith(studyZone(), 'UTC')}
    />
  )
}
