import { Checkbox } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { useTranslations } from 'use-intl'
import classes from './UsersScreen.module.css'

/** The sites that a person can be assigned, with identifiers, in a table that scrolls if it is long. */
export function SitesTable({
  sites,
  given,
  onToggle,
}: {
  sites: readonly { siteid: string; name: string }[]
  given: readonly string[]
  onToggle: (siteid: string) => (event: ChangeEvent<HTMLInputElement>) => void
}) {
  const t = useTranslations('users')
  return (
    <table className={classes.rights}>
      <thead>
        <tr>
          <th scope="col">{t('site')}</th>
          <th scope="col">{t('siteid')}</th>
        </tr>
      </thead>
      <tbody>
        {sites.map(({ siteid, name }) => (
          <tr key={siteid}>
            <td>
              <Checkbox label={name} checked={given.includes(siteid)} onChange={onToggle(siteid)} />
            </td>
            <td className={classes.quiet}>{siteid}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
