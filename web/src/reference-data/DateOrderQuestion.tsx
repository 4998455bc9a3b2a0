import { otherStart } from '@casebook/domain/reference-data/file-description.ts'
import { Button } from '@mantine/core'
import { useId } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import classes from './file/Inspection.module.css'

/** Asks which of its two possible dates a recording begins on. Answers with the order of day and month. */
export function DateOrderQuestion({
  description,
  isMissing = false,
  onAnswer,
}: {
  description: Parameters<typeof otherStart>[0]
  /** Somebody went on without answering. */
  isMissing?: boolean
  onAnswer: (order: 'dmy' | 'mdy') => void
}) {
  const t = useTranslations('referenceData')
  const format = useFormatter()
  const labelid = useId()
  const other = otherStart(description)
  if (!other || description.start === null) return null
  const { order } = other
  const choices = [
    { order, start: description.start },
    { order: order === 'dmy' ? 'mdy' : 'dmy', start: other.start },
  ] as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would frame two buttons
    <div role="group" aria-labelledby={labelid} className={classes.question} data-question>
      <span id={labelid} className={isMissing ? classes.warning : undefined}>
        {t(isMissing ? 'orderMissing' : 'orderAsk')}
      </span>
      {choices
        .toSorted((a, b) => a.start - b.start)
        .map((choice) => (
          <Button key={choice.order} size="compact-sm" variant="default" onClick={() => onAnswer(choice.order)}>
            {format.dateTime(new Date(choice.start * 1000), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })}
          </Button>
        ))}
    </div>
  )
}
