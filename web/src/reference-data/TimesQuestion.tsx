import { type TimesChoice, timesQuestion } from '@casebook/domain/reference-data/times-question.ts'
import { Button } from '@mantine/core'
import { useId } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { lengthParts } from '../texts/length-parts.ts'
import classes from './file/Inspection.module.css'

/** Asks in which of two possible ways a file's times are read. Answers with the settings for it. */
export function TimesQuestion({
  description,
  isMissing = false,
  onAnswer,
}: {
  description: Parameters<typeof timesQuestion>[0]
  /** Somebody went on without answering. */
  isMissing?: boolean
  onAnswer: (layout: TimesChoice['layout']) => void
}) {
  const t = useTranslations('referenceData')
  const format = useFormatter()
  const labelid = useId()
  const question = timesQuestion(description)
  if (!question) return null
  const { asks, choices } = question
  const textOf = (seconds: number) =>
    asks === 'length'
      ? t('length', lengthParts(Math.max(1, seconds)))
      : format.dateTime(new Date(seconds * 1000), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would frame two buttons
    <div role="group" aria-labelledby={labelid} className={classes.question} data-question>
      <span id={labelid} className={isMissing ? classes.warning : undefined}>
        {t(`${isMissing ? 'missing' : 'ask'}.${asks}`)}
      </span>
      {choices.map(({ layout, seconds }) => (
        <Button key={seconds} size="compact-sm" variant="default" onClick={() => onAnswer(layout)}>
          {textOf(seconds)}
        </Button>
      ))}
    </div>
  )
}
