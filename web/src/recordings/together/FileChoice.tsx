import { useTranslations } from 'use-intl'
import { periodText } from '../picture/geometry/time-axis.ts'
import { mostTogether, recordedBy } from './frame.ts'
import type { TogetherFile } from './placed-file.ts'
import classes from './Together.module.css'

/** The files of the subject, of which some are shown together. */
export function FileChoice({
  files,
  chosen,
  zone,
  onChoose,
}: {
  files: readonly TogetherFile[]
  chosen: readonly TogetherFile[]
  zone: string
  onChoose: (ids: readonly string[]) => void
}) {
  const t = useTranslations('recordings')
  const ids = chosen.map(({ referencedataid }) => referencedataid)
  const isFull = ids.length >= mostTogether
  return (
    <fieldset className={classes.files}>
      <legend>{t('together.choose', { most: mostTogether })}</legend>
      {files.map((file) => {
        const { referencedataid, filename, activityName } = file
        const isChosen = ids.includes(referencedataid)
        const recorded = recordedBy(file, zone)
        return (
          <label key={referencedataid}>
            <input
              type="checkbox"
              checked={isChosen}
              disabled={isFull && !isChosen}
              onChange={() =>
                onChoose(isChosen ? ids.filter((id) => id !== referencedataid) : [...ids, referencedataid])
              }
            />
            <span>
              {filename} <span className={classes.quiet}>{activityName}</span>
              <br />
              <span className={classes.quiet}>
                {recorded
                  ? periodText(0, recorded.to - recorded.from, 0, { origin: recorded.from, zone })
                  : t('together.unknown')}
              </span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
