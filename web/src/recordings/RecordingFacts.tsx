import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { ReferenceDataRecord } from '../reference-data/file/use-download.ts'
import { useDownload } from '../reference-data/file/use-download.ts'
import { useRateText } from '../texts/measured/rate-text.ts'
import { periodText, type TimeFormat } from './picture/geometry/time-axis.ts'
import classes from './reading/Recording.module.css'
import { isRateUnknown, lengthOf, type ReadingState } from './reading/reading-state.ts'
import { useLengthText } from './texts/length-text.ts'

const mostRates = 4

/** A file in one line: format, channels and rates, period, gaps and faults; and the progress of reading. */
export function RecordingFacts({
  state,
  subjectid,
  file,
  timeFormat,
}: {
  state: ReadingState
  subjectid: string
  file: ReferenceDataRecord
  timeFormat: TimeFormat
}) {
  const t = useTranslations('recordings')
  const rateText = useRateText()
  const lengthText = useLengthText()
  const download = useDownload(subjectid)
  const { opened, survey, phase } = state
  const description = opened?.description
  const length = isRateUnknown(state) ? 0 : lengthOf(state)
  const rates = [...new Set(description?.channels.map(({ rate }) => rate))].filter((rate) => rate !== null)
  const digits = length < 10 ? 3 : 0
  const faults = survey?.faults.reduce((sum, { count }) => sum + count, 0) ?? 0
  const device = survey?.device ?? description?.device
  const serialnumber = survey?.serialnumber ?? description?.serialnumber
  const facts = description && [
    description.format,
    description.channels.length > 0 && t('facts.channels', { count: description.channels.length }),
    rates
      .slice(0, mostRates)
      .map(rateText)
      .concat(rates.length > mostRates ? ['…'] : [])
      .join(', '),
    length > 0 && `${periodText(0, length, digits, timeFormat)} (${lengthText(length)})`,
    survey && survey.samples > 0 && t('facts.samples', { count: survey.samples }),
    survey &&
      survey.samples > 0 &&
      t('facts.gaps', { count: survey.gaps.count, length: lengthText(survey.gaps.seconds) }),
    survey && survey.annotations > 0 && t('facts.annotations', { count: survey.annotations }),
    faults > 0 && t('facts.faults', { count: faults }),
    device && `${t('facts.device', { name: device })}${serialnumber ? ` ${t('facts.serial', { serialnumber })}` : ''}`,
  ]
  return (
    <div className={classes.facts}>
      <p>{facts ? facts.filter(Boolean).join(' · ') : phase === 'opening' && t('opening')}</p>
      <span className={classes.progress} role="status">
        {phase === 'reading' && t('reading', { percent: `${Math.floor(state.fraction * 100)}` })}
        {phase === 'read' && t('read')}
      </span>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void download(file)}
      >
        {t('download')}
      </Button>
    </div>
  )
}
