import type { Channel } from '@casebook/domain/recordings/recording.ts'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { saveFile } from '../../browser/files.ts'
import { copyText } from '../../components/buttons/CopyButton.tsx'
import type { Band } from '../picture/geometry/bands.ts'
import type { Lane } from '../picture/geometry/lanes.ts'
import { dateTimeText, type TimeFormat } from '../picture/geometry/time-axis.ts'
import type { TimeWindow } from '../picture/geometry/time-window.ts'
import { FailureNotice } from '../reading/FailureNotice.tsx'
import classes from '../reading/Recording.module.css'
import type { Seen } from '../reading/reading-state.ts'
import { failureIn, type RecordingReader } from '../reading/recording-reader.ts'
import { useLengthText } from '../texts/length-text.ts'
import type { ReadingFailure } from '../worker/protocol.ts'
import { StatisticsTable } from './StatisticsTable.tsx'
import type { SelectedRange } from './selection.ts'
import { svgPicture } from './svg-picture.ts'
import { useMeasured } from './use-measured.ts'

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
  const { statistics, failure, again } = useMeasured(reader, isRead, selection?.from, selection?.to)
  const [failed, setFailed] = useState<{ failure: ReadingFailure; again: () => void }>()
  const [trouble, setTrouble] = useState<'notCopied' | 'notDrawn'>()
  const [isCopied, setIsCopied] = useState(false)
  const from = selection?.from
  const to = selection?.to

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is said is about one selection
  useEffect(() => {
    setFailed(undefined)
    setTrouble(undefined)
    setIsCopied(false)
  }, [reader, from, to])

  /** Passes the selection as CSV to `use`, or shows why that failed. */
  async function withCsv(use: (csv: Blob) => unknown) {
    if (!reader || !selection) return
    setFailed(undefined)
    setTrouble(undefined)
    try {
      const channels = [...drawn].sort((a, b) => a - b)
      await use(await reader.extract(selection.from, selection.to, channels, timeFormat.origin))
    } catch (thrown) {
      setFailed({ failure: failureIn(thrown), again: () => void withCsv(use) })
    }
  }

  async function copy(csv: Blob) {
    const isDone = csv.size <= mostCopied && (await copyText(await csv.text()))
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
            {!statistics && !failure && ` · ${t('measuring')}`}
          </p>
        </div>
      )}
      {statistics && <StatisticsTable channels={channels} drawn={drawn} statistics={statistics} />}
      <FailureNotice failure={failure} onAgain={again} />
      <FailureNotice failure={failed?.failure} onAgain={() => failed?.again()} />
      {trouble && <p role="alert">{t(trouble)}</p>}
      <div className={classes.actions}>
        {selection && (
          <>
            <Button size="xs" variant="default" disabled={!isRead} onClick={() => void withCsv(copy)}>
              <span aria-live="polite">{isCopied ? t('copied') : t('copyCsv')}</span>
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={!isRead}
              onClick={() => void withCsv((csv) => saveFile(csv, `${name}-selection.csv`))}
            >
              {t('downloadCsv')}
            </Button>
            <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
              {t('clear')}
            </Button>
          </>
        )}
        <Button
          size="xs"
          variant="default"
          disabled={!seen}
          onClick={() => savePng(picture(), `${name}.png`).catch(() => setTrouble('notDrawn'))}
        >
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

/** Renders an SVG at twice its size and saves it as PNG. Throws if the browser cannot. */
async function savePng(svg: string, filename: string): Promise<void> {
  const image = new Image()
  // The content security policy allows data URLs for images.
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth * 2
  canvas.height = image.naturalHeight * 2
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The canvas gave no picture.')
  saveFile(blob, filename)
}
