import { useTranslations } from 'use-intl'
import { useHelpText } from '../../components/HelpText.tsx'
import classes from './FormHeading.module.css'

/** The heading of a form's page, with help behind a "?". It names the section `form-heading`. */
export function FormHeading({ children }: { children: string }) {
  const t = useTranslations('forms')
  const about = useHelpText(children, t('pageHelp'))
  return (
    <header className={classes.header}>
      <div className={classes.line}>
        <h2 id="form-heading" tabIndex={-1} className={classes.heading}>
          {children}
        </h2>
        {about.button}
      </div>
      {about.text && <div className={classes.help}>{about.text}</div>}
    </header>
  )
}
