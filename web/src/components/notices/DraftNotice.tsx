import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Notice } from './Notice.tsx'

/** Says that a form was restored from an earlier draft, and offers to discard it. */
export function DraftNotice({ draft }: { draft: { isRestored: boolean; isChanged: boolean; discard: () => void } }) {
  const t = useTranslations('components')
  if (!draft.isRestored || !draft.isChanged) return null
  return (
    <Notice
      kind="info"
      action={
        <Button size="xs" variant="default" onClick={draft.discard}>
          {t('discardDraft')}
        </Button>
      }
    >
      {t('draftRestored')}
    </Notice>
  )
}
