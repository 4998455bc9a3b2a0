import '@mantine/core/styles/Loader.css'
import type { Description } from '@casebook/domain/recordings/recording.ts'
import { utcOffset } from '@casebook/domain/reference-data/file-description.ts'
import { offsetText } from '@casebook/domain/shared/offset-text.ts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { studyZone, zonesWith } from '../../browser/time-zones.ts'
import { reportError } from '../../calls/errors.ts'
import { useRead, useWrite } from '../../calls/graphql.ts'
import stack from '../../components/form/FieldStack.module.css'
import { UnsavedGuard } from '../../components/form/UnsavedGuard.tsx'
import {
  CorrectReferenceDataClockDocument,
  RecordingClockDocument,
  SetReferenceDataZoneDocument,
} from '../../generated/graphql.ts'
import type { ReferenceDataRecord } from '../../reference-data/file/use-download.ts'
import classes from '../reading/Recording.module.css'
import { correctionText, toMillisecond, typedSeconds } from './typed-seconds.ts'
import type { Correction } from './use-correction.ts'

/** The recorder's time zone and clock correction: who set it, when and by how much. */
export function ClockPanel({
  ids,
  file,
  description,
  correction: { shift, over, setShift, onRefused },
  onSaved,
  canSetStart,
  isDisabled,
}: {
  ids: { subjectid: string; referencedataid: string }
  file: ReferenceDataRecord
  description: Description
  correction: Correction
  onSaved: () => void
  /** The format has a setting for it. */
  canSetStart: boolean
  isDisabled: boolean
}) {
  const t = useTranslations('recordings')
  const format = useFormatter()
  const [setZone] = useWrite(SetReferenceDataZoneDocument)
  const [correct, isCorrecting] = useWrite(CorrectReferenceDataClockDocument)
  const { subjectid, referencedataid } = ids
  const { activitytypeid, visitid, occurrence, clockCorrection } = file
  const { data } = useRead(RecordingClockDocument, { subjectid, activitytypeid, visitid, occurrence })
  const corrected = data?.listReferenceData.find((each) => each.referencedataid === referencedataid)
  const wanted = toMillisecond(clockCorrection + shift)
  const [typed, setTyped] = useState(String(wanted))
  useEffect(() => setTyped((text) => correctionText(text, wanted)), [wanted])
  const seconds = typedSeconds(typed)
  const isChanged = seconds !== undefined && seconds !== clockCorrection
  const number = (value: number) => format.number(value, { maximumFractionDigits: 3, signDisplay: 'exceptZero' })
  const studyTimezone = studyZone()
  const offset = utcOffset(description)

  async function save() {
    if (!isChanged) return
    try {
      await correct({ ...ids, seconds, previousSeconds: over })
      onSaved()
    } catch (thrown) {
      reportError(thrown)
      onRefused(thrown)
    }
  }

  if (description.start === null)
    return <p className={classes.quiet}>{t(canSetStart && !isDisabled ? 'zoneNoneYet' : 'zoneNone')}</p>
  return (
    <section className={classes.clock}>
      {description.clock === 'utc' ? (
        <p className={classes.quiet}>{t('zoneInFile')}</p>
      ) : (
        <NativeSelect
          label={t('zone')}
          value={file.zone ?? ''}
          disabled={isDisabled}
          onChange={(event) => {
            const zone = event.currentTarget.value || null
            setZone({ ...ids, zone, previousZone: file.zone ?? null }).catch(reportError)
          }}
          data={[
            {
              value: '',
              label: offset === null ? t('zoneUnknown') : t('zoneOffset', { offset: offsetText(offset) }),
            },
            ...zonesWith(studyTimezone, 'UTC', ...(file.zone ? [file.zone] : [])).map((zone) => ({
              value: zone,
              label: zone,
            })),
          ]}
        />
      )}
      <form
        className={classes.correction}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <UnsavedGuard isChanged={!isDisabled && isChanged} />
        <TextInput
          label={t('clockSeconds')}
          description={t('clockHint')}
          value={typed}
          inputMode="decimal"
          classNames={{ wrapper: stack.number }}
          disabled={isDisabled}
          onChange={(event) => {
            const { value } = event.currentTarget
            setTyped(value)
            const next = typedSeconds(value)
            if (next !== undefined) setShift(next - clockCorrection)
          }}
        />
        {!isDisabled && isChanged && (
          <>
            <Button type="submit" loading={isCorrecting}>
              {t('clockSave')}
            </Button>
            <Button variant="default" onClick={onSaved}>
              {t('clockCancel')}
            </Button>
          </>
        )}
      </form>
      <p className={classes.quiet}>
        {t('clock')}: {clockCorrection === 0 ? t('clockNone') : t('clockNow', { seconds: number(clockCorrection) })}
        {corrected?.clockCorrectedBy && corrected.clockCorrectedAt && (
          <>
            {' '}
            {t('clockBy', {
              name: corrected.clockCorrectedBy,
              at: format.dateTime(new Date(corrected.clockCorrectedAt), {
                dateStyle: 'medium',
                timeStyle: 'short',
                timeZone: studyTimezone,
              }),
            })}
          </>
        )}
      </p>
      {isDisabled && <p className={classes.quiet}>{t('clockClosed')}</p>}
    </section>
  )
}
