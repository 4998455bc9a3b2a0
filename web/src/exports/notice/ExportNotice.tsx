import { isUnderWay } from '@casebook/domain/exports/exports.rules.ts'
import { Button } from '@mantine/core'
import { IconPackageExport } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { atSite, paths } from '../../browser/paths.ts'
import { reportError } from '../../calls/errors.ts'
import { failuresOf } from '../../calls/failures.ts'
import { readOnce, useRead } from '../../calls/graphql.ts'
import { LinkButton } from '../../components/buttons/LinkButton.tsx'
import { FloatingNotice } from '../../components/notices/FloatingNotice.tsx'
import { ExportDocument, ExportLinkDocument, OnExportsUpdatesDocument } from '../../generated/graphql.ts'
import { useLive } from '../../live/live.ts'
import classes from './ExportNotice.module.css'
import { forgetStarted, type StartedExport } from './started-exports.ts'

/** Says on every screen that an export started in this browser is ready or has failed. Shows one at a time. */
export function ExportNotice({ sub, started }: { sub: string; started: StartedExport }) {
  const t = useTranslations('exports')
  const { exportid, siteid } = started
  const { pathname } = useLocation()
  const { data } = useRead(ExportDocument, { exportid })
  useLive(OnExportsUpdatesDocument, { siteid })
  const found = data?.getExport
  const isDone = found?.state === 'DONE'
  const hasEnded = isDone || found?.state === 'FAILED'
  // Nothing is announced if the export was cancelled, has expired or is no longer accessible, or if the list of exports
  // is on screen, which shows it.
  const isOver = data !== undefined && !hasEnded && !(found && isUnderWay(found))
  const isSeen = hasEnded && /\/exports?$/.test(pathname)
  const isToForget = isOver || isSeen
  useEffect(() => {
    if (isToForget) forgetStarted(sub, exportid)
  }, [isToForget, sub, exportid])
  if (!hasEnded || isToForget) return null
  const close = () => forgetStarted(sub, exportid)
  return (
    <FloatingNotice
      side="right"
      icon={<IconPackageExport size={18} aria-hidden />}
      text={isDone ? t('ready') : t('failed')}
      actions={
        <>
          {isDone && (
            <Button
              size="xs"
              onClick={() => {
                void downloadExport(exportid)
                close()
              }}
            >
              {t('download')}
            </Button>
          )}
          <LinkButton to={atSite(paths.exports, siteid)} className={isDone ? classes.second : undefined}>
            {t('show')}
          </LinkButton>
        </>
      }
      onClose={close}
    />
  )
}

/** Fetches the bundle. The link is requested when it is used, because it is valid for minutes only. */
export async function downloadExport(exportid: string): Promise<void> {
  try {
    const { getExportLink } = await readOnce(ExportLinkDocument, { exportid })
    window.location.assign(getExportLink)
  } catch (thrown) {
    for (const failure of failuresOf(thrown)) reportError(failure)
  }
}
