import type { Problem } from '@casebook/domain/shared/problems.ts'
import { Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { failuresOf } from '../../calls/failures.ts'
import { useFailureText } from '../../locale/failure-text.ts'
import classes from './ActivityCells.module.css'

/** Save and Cancel of an open row, with the reason if it cannot be saved. */
export function ActivityRowActions({
  name,
  isFirst,
  why,
  isMarked,
  isBusy,
  onSave,
  onCancel,
}: {
  name: string
  /** The activity does not exist yet. */
  isFirst: boolean
  why: Problem | undefined
  /** The reason is already shown beside its input. */
  isMarked: boolean
  isBusy: boolean
  onSave: () => void
  onCancel: () => void
}) {
  const t = useTranslations('activities')
  const textOf = useFailureText()
  const whyid = useId()
  const [failure] = why ? failuresOf(why) : []
  return (
    <>
      <span className={classes.buttons}>
        <Button
          size="xs"
          leftSection={<IconCheck size={16} aria-hidden />}
          disabled={why !== undefined}
          aria-disabled={isBusy || undefined}
          aria-label={t(isFirst ? 'confirmNew' : 'confirmEdit', { name })}
          aria-describedby={failure ? whyid : undefined}
          onClick={onSave}
        >
          {t('save')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconX size={16} aria-hidden />}
          aria-label={t('cancelNamed', { name })}
          onClick={onCancel}
        >
          {t('cancel')}
        </Button>
      </span>
      {failure && (
        <p id={whyid} className={classes.why}>
          {isMarked ? t('fixMarked') : textOf(failure)}
        </p>
      )}
    </>
  )
}
