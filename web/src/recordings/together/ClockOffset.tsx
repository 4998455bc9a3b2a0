import { commonSignal } from '@casebook/domain/recordings/alignment/common-signals.ts'
import { estimateOffset } from '@casebook/domain/recordings/alignment/estimate-offset.ts'
import type { Channel } from '@casebook/domain/recordings/recording.ts'
import { Button, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { reportError } from '../../calls/errors.ts'
import { useWrite } from '../../calls/graphql.ts'
import { Notice } from '../../components/notices/Notice.tsx'
import { CorrectReferenceDataClockDocument } from '../../generated/graphql.ts'
import { correctionText, toMillisecond, typedSeconds } from '../clock/typed-seconds.ts'
import { failureIn, type RecordingReader } from '../reading/recording-reader.ts'
import { type Estimate, estimateBy, type Found, reasonFor } from './estimate.ts'
import type { PlacedFile } from './placed-file.ts'
import classes from './Together.module.css'

/** Clocks that differ by less than this many seconds agree. */
const agreeing = 0.02

/** How a recording's clock differs from another's, as its signals tell, to be looked at and saved by a person. */
export function ClockOffset({
  subjectid,
  placed,
  reference,
  isShifting,
}: {
  subjectid: string
  placed: PlacedFile
  /** Undefined: this is the reference, or nothing may be changed. */
  reference: PlacedFile | undefined
  isShifting: boolean
}) {
  const t = useTranslations('recordings')
  const format = useFormatter()
  const [correct, isSaving] = useWrite(CorrectReferenceDataClockDocument)
  const [found, setFound] = useState<Estimate>()
  const [isComparing, setIsComparing] = useState(false)
  const {
    file,
    correction: { shift, over, setShift, onRefused, end },
    reader,
  } = placed
  const { filename, referencedataid, clockCorrection } = file
  const wanted = toMillisecond(clockCorrection + shift)
  const [typed, setTyped] = useState(String(wanted))
  useEffect(() => setTyped((text) => correctionText(text, wanted)), [wanted])
  const estimate = found && found.by === reference?.file.referencedataid ? found : undefined
  const other = reference?.reader
  const number = (value: number, digits: number) => format.number(value, { maximumFractionDigits: digits })

  async function compare() {
    if (!reference || !reader || !other) return
    setIsComparing(true)
    const placeOf = ({ recorded: { from, to }, correction: { shift: moved } }: PlacedFile) => ({
      from: from + moved,
      length: to - from,
    })
    const common = commonSignal(channelsOf(other), channelsOf(reader))
    const offset = common
      ? await estimateOffset(common, placeOf(reference), placeOf(placed), {
          trace: (which, of) => (which === 'one' ? other : reader).trace(of),
          correlate: (...traces) => reader.correlate(...traces),
        }).then(
          (told) => told ?? 'too-short',
          (thrown: unknown) => (failureIn(thrown).kind === 'superseded' ? undefined : ('failed' as const)),
        )
      : 'nothing-alike'
    setIsComparing(false)
    if (!offset) return
    const next = estimateBy(reference.file.referencedataid, offset, wanted)
    setFound(next)
    if (next.proposed !== undefined) setShift(next.proposed - clockCorrection)
  }

  function discard() {
    setFound(undefined)
    end()
  }

  async function save() {
    const because = reasonFor(wanted, estimate)
    const reason =
      because &&
      t('together.reason', { filename: reference?.file.filename ?? '', correlation: number(because.correlation, 2) })
    try {
      await correct({ subjectid, referencedataid, seconds: wanted, previousSeconds: over, reason })
      discard()
    } catch (thrown) {
      reportError(thrown)
      onRefused(thrown)
    }
  }

  if (!reference && shift === 0 && !isShifting) return null
  return (
    <div className={classes.clock}>
      {estimate && <Told offset={estimate.offset} reference={reference?.file.filename ?? ''} filename={filename} />}
      <div className={classes.actions}>
        {reference && (
          <Button size="xs" variant="default" loading={isComparing} disabled={!reader || !other} onClick={compare}>
            {t('together.compare', { filename: reference.file.filename })}
          </Button>
        )}
        {(isShifting || shift !== 0) && (
          <TextInput
            size="xs"
            label={t('together.seconds', { filename })}
            value={typed}
            inputMode="decimal"
            onChange={(event) => {
              const { value } = event.currentTarget
              setTyped(value)
              const next = typedSeconds(value)
              if (next !== undefined) setShift(next - clockCorrection)
            }}
          />
        )}
        {shift !== 0 && (
          <>
            <Button size="xs" loading={isSaving} onClick={() => void save()}>
              {t('clockSave')}
            </Button>
            <Button size="xs" variant="default" onClick={discard}>
              {t('clockCancel')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

function channelsOf({ state }: RecordingReader): readonly Channel[] {
  return state.opened?.description.channels ?? []
}

/** In words: what was found, and how sure it is. */
function Told({ offset, reference, filename }: { offset: Found; reference: string; filename: string }) {
  const t = useTranslations('recordings')
  const format = useFormatter()
  if (typeof offset === 'string') {
    return <Notice kind={offset === 'failed' ? 'error' : 'info'}>{t(`together.${offset}`)}</Notice>
  }
  const { kind, seconds, correlation, next, sureness } = offset
  const two = (value: number) => format.number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const values = {
    kind: t(`kinds.${kind}`),
    filename,
    reference,
    correlation: two(correlation),
    next: two(next),
    seconds: format.number(Math.abs(seconds), { maximumFractionDigits: 3 }),
  }
  if (sureness === 'unsure') return <Notice kind="warning">{t('together.unsure', values)}</Notice>
  const said = Math.abs(seconds) < agreeing ? 'agrees' : seconds > 0 ? 'behind' : 'ahead'
  return (
    <Notice kind={sureness === 'sure' ? 'info' : 'warning'} title={t(`together.${said}`, values)}>
      {t(`together.${sureness}`, values)}
    </Notice>
  )
}
