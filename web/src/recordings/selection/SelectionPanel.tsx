import type { Channel } from '@casebook/domain/recordings/recording.ts'
import type { Statistics } from '@casebook/domain/recordings/seen/statistics.ts'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { saveFile } from '../../browser/save-file.ts'
import { copyText } from '../../components/buttons/copy-text.ts'
import type { Band } from '../picture/geometry/bands.ts'
import type { Lane } from '../picture/geometry/lanes.ts'
import { dateTimeText, type TimeFormat } from '../picture/geometry/time-axis.ts'
import type { TimeWindow } from '../picture/geometry/time-window.ts'
import classes from '../reading/Recording.module.css'
import type { Seen } from '../reading/reading-state.ts'
import { ReadingFailed, type RecordingReader } from '../reading/recording-reader.ts'
import { useLengthText } from '../texts/length-text.ts'
import { StatisticsTable } from './StatisticsTable.tsx'
import { savePng } from './save-png.ts'
import type { SelectedRange } from './selection.ts'
import { svgPicture } from './svg-picture.ts'

const settleMs = 250
/** Browsers take longer than a click allows to copy more, in bytes. */
const mostCopied = 20_000_000

/** The statistics of the selection, with downloads: the selection as CSV, the picture as PNG or SVG. */
export function SelectionPanel({
  reader,
  isRead,
  channels,
  lanes,
  drawn,
  selection,
  onClear,
  timeFormat,
  filename,
  seen,
  shown,
  bands,
}: {
  reader: RecordingReader | undefined
  isRead: boolean
  channels: readonly Channel[]
  lanes: readonly Lane[]
  drawn: ReadonlySet<number>
  selection: SelectedRange | undefined
  onClear: () => void
  timeFormat: TimeFormat
  filename: string
  seen: Seen | undefined
  shown: TimeWindow
  bands: readonly Band[]
}) {
  const t = useTranslations('recordings')
  const lengthText = useLengthText()
  const [measured, setMeasured] = useState<readonly Statistics[]>()
  const [trouble, setTrouble] = useState<'tooMuch' | 'notCopied'>()
  const [isCopied, setIsCopied] = useState(false)
  const from = selection?.from
  const to = selection?.to

  useEffect(() => {
    setMeasured(undefined)
    setTrouble(undefined)
    setIsCopied(false)
    if (!reader || !isRead || from === undefined || to === undefined) return
    let isOver = false
    const timer = setTimeout(() => {
      reader.measure(from, to).then(
        (statistics) => !isOver && setMeasured(statistics),
        () => undefined,
      )
    }, settleMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [reader, isRead, from, to])

  async function csv(): Promise<Blob | undefined> {
    if (!reader || !selection) return undefined
    setTrouble(undefined)
    try {
      return await reader.extract(
        selection.from,
        selection.to,
        [...drawn].sort((a, b) => a - b),
        timeFormat.origin,
      )
    } catch (error) {
      if (error instanceof ReadingFailed && error.failure.kind === 'too-much') setTrouble('tooMuch')
      return undefined
    }
  }

  async function copy() {
    const blob = await csv()
    if (!blob) return
    const isDone = blob.size <= mostCopied && (await copyText(await blob.text()))
    setIsCopied(isDone)
    if (!isDone) setTrouble('notCopied')
  }

  const name = filename.replace(/\.[^.]+$/, '')
  const picture = () =>
    seen
      ? svgPicture({
          filename,
          channels,
          lanes,
          drawn,
          seen,
          shown,
          bands,
          timeFormat,
          kindOf: (kind) => t(`kinds.${kind}`),
        })
      : ''
  const range = selection && {
    from: dateTimeText(selection.from, 3, timeFormat),
    to: dateTimeText(selection.to, 3, timeFormat).replace(/^.* /, ''),
    length: lengthText(selection.to - selection.from),
  }
  return (
    <div className={classes.selection}>
      {range && (
        <div className={classes.selectionHead}>
          <h2>{t('selection')}</h2>
          <p className={classes.tabular} role="status">
            {selection?.name ? t('ofBand', { name: selection.name, ...range }) : t('selectionOf', range)}
            {!measured && ` · ${t('measuring')}`}
          </p>
        </div>
      )}
      {measured && <StatisticsTable channels={channels} drawn={drawn} statistics={measured} />}
      {trouble && <p role="alert">{t(trouble)}</p>}
      <div className={classes.actions}>
        {selection && (
          <>
            <Button size="xs" variant="default" disabled={!isRead} onClick={() => void copy()}>
              <span aria-live="polite">{isCopied ? t('copied') : t('copyCsv')}</span>
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={!isRead}
              onClick={async () => {
                const blob = await csv()
                if (blob) saveFile(blob, `${name}-selection.csv`)
              }}
            >
              {t('downloadCsv')}
            </Button>
            <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
              {t('clear')}
            </Button>
          </>
        )}
        <Button size="xs" variant="default" disabled={!seen} onClick={() => void savePng(picture(), `${name}.png`)}>
          {t('png')}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={!seen}
          onClick={() => saveFile(new Blob([picture()], { type: 'image/svg+xml' }), `${name}.svg`)}
        >
          {t('svg')}
        </Button>
      </div>
    </div>
  )
}
