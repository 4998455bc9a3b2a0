import { Button } from '@mantine/core'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Notice } from '../../components/notices/Notice.tsx'
import classes from './StatusPanel.module.css'
import type { Closing } from './use-closing.ts'
import { WhyNotClosed } from './WhyNotClosed.tsx'

/** Submits and closes an open subject. What prevents it is shown beside the button. */
export function ClosePart({ closing, isQuiet }: { closing: Closing; isQuiet: boolean }) {
  const t = useTranslations('subject')
  const whyid = useId()
  return (
    <Notice
      kind="info"
      action={
        <div className={classes.act}>
          <Button
            ref={closing.watchPanel}
            variant={isQuiet ? 'default' : 'filled'}
            disabled={closing.why !== undefined}
            aria-describedby={closing.why === undefined ? undefined : whyid}
            onClick={closing.ask}
          >
            {t('submitAndClose')}
          </Button>
        </div>
      }
    >
      <p>{t('closeNotice')}</p>
      <WhyNotClosed id={whyid} className={classes.why} closing={closing} />
    </Notice>
  )
}
