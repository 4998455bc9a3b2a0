import { compareDevices } from '@casebook/domain/devices/devices.rules.ts'
import { devicePlaced, isAttachedAs } from '@casebook/domain/subjects/worn-places.ts'
import { Button } from '@mantine/core'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { usePlaceText } from '../record/position-text.ts'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import classes from './DevicePlaces.module.css'

/** Longer lists are found faster in the select, by typing. */
const mostShown = 12
const mostPlaces = 6

/** A site's devices with a button for each place on the body, which attaches the device there in one press. */
export function DevicePlaces({
  devices,
  places,
  worn,
  isDisabled,
  onChoose,
}: {
  devices: SubjectOffers['listDevices']
  places: readonly string[]
  worn: SubjectRecord['devices']
  isDisabled: boolean
  onChoose: (deviceid: string, place: string) => void
}) {
  const t = useTranslations('subject')
  const placeText = usePlaceText()
  const headingid = useId()
  if (devices.length === 0 || devices.length > mostShown || places.length > mostPlaces) return null

  return (
    <section className={classes.places} aria-labelledby={headingid}>
      <h3 id={headingid} className={classes.heading}>
        {t('devicePlaces')}
      </h3>
      <ul className={classes.list}>
        {devices.toSorted(compareDevices).map(({ deviceid }) => (
          <li key={deviceid} className={classes.device}>
            <span className={classes.name}>{deviceid}</span>
            {places.map((place) => (
              <Button
                key={place}
                variant="default"
                aria-label={t('attachTo', { deviceid, position: placeText(place) })}
                disabled={isDisabled || worn.some((one) => isAttachedAs(one, devicePlaced(deviceid, place)))}
                onClick={() => onChoose(deviceid, place)}
              >
                {placeText(place)}
              </Button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
