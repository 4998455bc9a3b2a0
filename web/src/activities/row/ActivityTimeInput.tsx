import { Problem } from '@casebook/domain/shared/problems.ts'
import { Button, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { type ReadTime, type TypedTime, typedTime, zoneOffsetText } from '../record/typed-activity.ts'
import classes from './ActivityCells.module.css'

/**
 * Start or stop: typed as yyyy-MM-dd HH:mm or in common notations, or set by Now. The interpretation is shown while
 * typing and replaces the text afterwards. For an hour that occurs twice, the second occurrence can be selected.
 */
export function ActivityTimeInput({
  label,
  name,
  typed,
  read,
  zone,
  error,
  onType,
  onLeave,
}: {
  label: string
  name: string
  typed: TypedTime
  read: ReadTime | Problem
  zone: string
  error: string | undefined
  onType: (typed: TypedTime) => void
  onLeave: () => void
}) {
  const t = useTranslations('activities')
  const twice = read instanceof Problem ? undefined : read.twice
  const understood = read instanceof Problem || read.text === typed.text ? undefined : read.text

  function fillNow() {
    onType(typedTime(Math.floor(Date.now() / 1000), zone))
  }

  return (
    <div className={classes.time}>
      <TextInput
        aria-label={label}
        name={name}
        placeholder={t('timeFormat')}
        autoComplete="off"
        required
        value={typed.text}
        error={error}
        rightSectionWidth={56}
        rightSection={
          <Button
            size="compact-xs"
            variant="light"
            className={classes.now}
            aria-label={t('nowFor', { label })}
            onClick={fillNow}
          >
            {t('now')}
          </Button>
        }
        onChange={(event) => onType({ text: event.currentTarget.value, isSecond: false })}
        onBlur={() => {
          if (understood !== undefined) onType({ ...typed, text: understood })
          onLeave()
        }}
      />
      {/* The line is always there, so that nothing below moves when the text is replaced. */}
      <p className={classes.understood} role="status">
        {understood !== undefined && t('understood', { time: understood })}
      </p>
      {twice && (
        <p className={classes.twice} role="status">
          {t(typed.isSecond ? 'secondTaken' : 'firstTaken', {
            zone,
            offset: zoneOffsetText(typed.isSecond ? twice.second : twice.first, zone),
          })}{' '}
          <Button size="compact-xs" variant="default" onClick={() => onType({ ...typed, isSecond: !typed.isSecond })}>
            {t(typed.isSecond ? 'takeFirst' : 'takeSecond', {
              offset: zoneOffsetText(typed.isSecond ? twice.first : twice.second, zone),
            })}
          </Button>
        </p>
      )}
    </div>
  )
}
