import { useTranslations } from 'use-intl'
import { useRead } from '../calls/graphql.ts'
import { Card } from '../components/page/Card.tsx'
import { PendingUploadsDocument } from '../generated/graphql.ts'
import { useByteText } from '../texts/byte-text.ts'
import classes from './PendingUploads.module.css'

/** For administrators: the uploads of a site that have begun and not arrived, by person, and how many are accepted. */
export function PendingUploads({ siteid }: { siteid: string }) {
  const t = useTranslations('sites')
  const bytes = useByteText()
  const pending = useRead(PendingUploadsDocument, { siteid }).data?.getPendingUploads
  if (!pending) return null
  const text = (counted: { uploads: number; bytes: number }) =>
    t('pending', { count: counted.uploads, size: bytes(counted.bytes) })
  return (
    <div className={classes.part}>
      <Card
        heading={t('pendingUploads')}
        help={t('pendingHelp', { ofPerson: pending.mostOfPerson, ofSite: pending.mostOfSite })}
      >
        <p className={classes.all}>{pending.uploads === 0 ? t('noPending') : text(pending)}</p>
        {pending.people.length > 0 && (
          <ul className={classes.people}>
            {pending.people.map(({ name, ...counted }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name.
              <li key={place}>
                {name}: {text(counted)}
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}
