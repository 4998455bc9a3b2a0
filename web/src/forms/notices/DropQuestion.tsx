import { useTranslations } from 'use-intl'
import { NoticeQuestion } from '../../components/notices/NoticeQuestion.tsx'

/** Asks before a save drops stored values of fields that are no longer asked. */
export function DropQuestion({
  names,
  onStay,
  onDrop,
}: {
  names: readonly string[]
  onStay: () => void
  onDrop: () => void
}) {
  const t = useTranslations('forms')
  return (
    <NoticeQuestion title={t('dropTitle')} stay={t('dropStay')} act={t('dropSave')} onStay={onStay} onAct={onDrop}>
      {t('dropText', { names: names.join(', ') })}
    </NoticeQuestion>
  )
}
