// biome-ignore-all lint/a11y/noRedundantRoles: where the rows take another display, tables lose their meaning; the roles keep it
import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { useTranslations } from 'use-intl'
import { useWrite } from '../app/graphql.ts'
import { ConfirmRemoval } from '../components/ConfirmRemoval.tsx'
import { RemoveActivityDocument } from '../generated/graphql.ts'
import classes from './ActivityRows.module.css'
import type { ActivityRowData } from './activity-record.ts'
import { typedTime } from './typed-activity.ts'

/** Mode show: an activity with edit and delete, or a placeholder with the button that records one. */
export function ActivityShowRow({
  ref,
  row: { description, activity },
  zone,
  isDisabled,
  isChanged,
  filesButton,
  onOpen,
}: {
  ref: Ref<HTMLTableRowElement>
  row: ActivityRowData
  zone: string
  isDisabled: boolean
  isChanged: boolean
  filesButton: ReactNode
  onOpen: () => void
}) {
  const t = useTranslations('activities')
  const [removeActivity] = useWrite(RemoveActivityDocument)
  return (
    <tr
      ref={ref}
      role="row"
      className={classes.row}
      data-placeholder={!activity || undefined}
      data-changed={isChanged || undefined}
    >
      <td role="cell" className={classes.type}>
        {description}
      </td>
      <td role="cell" data-label={t('start')}>
        {activity ? <Time seconds={activity.startTime} zone={zone} /> : '–'}
      </td>
      <td role="cell" data-label={t('stop')}>
        {activity ? <Time seconds={activity.stopTime} zone={zone} /> : '–'}
      </td>
      <td
        role="cell"
        data-label={t('comment')}
        className={classes.comment}
        data-empty={!activity?.comment || undefined}
      >
        {activity?.comment}
      </td>
      <td role="cell" data-label={t('referenceData')} data-empty={!activity || undefined}>
        {filesButton}
      </td>
      <td role="cell" data-actions>
        {activity ? (
          <>
            <ActionIcon
              data-row-focus
              variant="subtle"
              color="gray"
              size="lg"
              disabled={isDisabled}
              aria-label={t('editNamed', { name: description })}
              title={t('editNamed', { name: description })}
              onClick={onOpen}
            >
              <IconPencil size={18} aria-hidden />
            </ActionIcon>
            <ConfirmRemoval
              name={description}
              isDisabled={isDisabled}
              label={t('deleteNamed', { name: description })}
              question={t('deleteQuestion', { name: description })}
              goesAlong={
                activity.referenceData.length > 0 ? t('fileCount', { count: activity.referenceData.length }) : ''
              }
              note={t('staysInHistory')}
              remove={() => removeActivity({ subjectid: activity.subjectid, activitytypeid: activity.activitytypeid })}
            />
          </>
        ) : (
          <Button
            data-row-focus
            size="xs"
            variant="light"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={isDisabled}
            aria-label={t('recordNamed', { name: description })}
            onClick={onOpen}
          >
            {t('record')}
          </Button>
        )}
      </td>
    </tr>
  )
}

/** A time as clocks in the zone show it, the zone on hover; of an hour that comes twice, the second is marked. */
function Time({ seconds, zone }: { seconds: number; zone: string }) {
  const t = useTranslations('activities')
  const { text, isSecond } = typedTime(seconds, zone)
  return (
    <time dateTime={new Date(seconds * 1000).toISOString()} title={zone} className={classes.clock}>
      {text}
      {isSecond && ` ${t('secondMark')}`}
    </time>
  )
}
