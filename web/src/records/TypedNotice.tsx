import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Notice } from '../components/notices/Notice.tsx'
import classes from './RecordNotices.module.css'

/** Typed values that are not part of the record and cannot be saved here: to be read, copied or discarded. */
export function TypedNotice({
  title,
  typed,
  onDiscard,
}: {
  /** Why they cannot be saved. */
  title: string
  typed: readonly { name: string; value: string }[]
  onDiscard: () => void
}) {
  const t = useTranslations('drafts')
  return (
    <Notice
      kind="warning"
      title={title}
      action={
        <Button size="xs" variant="default" onClick={onDiscard}>
          {t('discardTyped')}
        </Button>
      }
    >
      <p>{t('notInRecord')}</p>
      <dl className={classes.typed}>
        {typed.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === '' ? t('empty') : value}</dd>
          </div>
        ))}
      </dl>
    </Notice>
  )
}
