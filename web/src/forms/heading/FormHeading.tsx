import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { useHelpText } from '../../components/HelpText.tsx'
import classes from './FormHeading.module.css'

/**
 * The heading of a form's page, with help behind a "?". It stands in the line of the subject's heading, `place`, so that the
 * first field is near the top. It names the section `form-heading`.
 */
export function FormHeading({ place, children }: { place: HTMLElement | null; children: string }) {
  const t = useTranslations('forms')
  const about = useHelpText(children, t('pageHelp'))
  if (!place) return null
  return createPortal(
    <>
      <h2 id="form-heading" tabIndex={-1} className={classes.heading} title={children}>
        {children}
      </h2>
      {about.button}
      {about.text && <div className={classes.help}>{about.text}</div>}
    </>,
    place,
  )
}
