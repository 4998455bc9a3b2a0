import { compareDevices } from '@casebook/domain/devices/devices.rules.ts'
import { type DevicePosition, devicePositions } from '@casebook/domain/subjects/subjects.rules.ts'
import { Button } from '@mantine/core'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { usePositionText } from '../record/position-text.ts'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import classes from './DevicePlaces.module.css'

/** Longer lists are found faster in the select, by typing. */
const mostShown = 12

/** A site's devices with a button for each place on the body, which attaches the device there in one press. */
export function DevicePlaces({
  devices,
  worn,
  isDisabled,
  onChoose,
}: {
  devices: SubjectOffers['listDevices']
  worn: SubjectRecord['devices']
  isDisabled: boolean
  onChoose: (added: { deviceid: string; position: DevicePosition }) => void
}) {
  const t = useTranslations('subject')
  const positionText = usePositionText()
  const headingid = useId()
  if (devices.length === 0 || devices.length > mostShown) return null

  return (
    <section className={classes.places} aria-labelledby={headingid}>
      <h3 id={headingid} className={classes.heading}>
        {t('devicePlaces')}
      </h3>
      <ul className={classes.list}>
        {devices.toSorted(compareDevices).map(({ deviceid }) => (
          <li key={deviceid} className={classes.device}>
            <span className={classes.name}>{deviceid}</span>
            {devicePositions.map((position) => (
              <Button
                key={position}
                variant="default"
                aria-label={t('attachTo', { deviceid, position: positionText(position) })}
                disabled={isDisabled || worn.some((one) => one.deviceid === deviceid && one.position === position)}
                onClick={() => onChoose({ deviceid, position })}
              >
                {positionText(position)}
              </Button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
