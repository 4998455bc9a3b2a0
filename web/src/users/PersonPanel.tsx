import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useWrite } from '../app/graphql.ts'
import { ConfirmRemoval } from '../components/ConfirmRemoval.tsx'
import { Notice } from '../components/Notice.tsx'
import { SidePanel } from '../components/SidePanel.tsx'
import { useSubmission } from '../components/use-submission.ts'
import { DeactivatePersonDocument, EndPersonSessionsDocument, ReactivatePersonDocument } from '../generated/graphql.ts'
import { AssertedFacts } from './AssertedFacts.tsx'
import { nameOf, type PersonRow } from './person-name.ts'
import { RightsForm } from './RightsForm.tsx'
import { TokenList } from './TokenList.tsx'
import classes from './UsersScreen.module.css'

/** One person, to approve, change, deactivate or reactivate. */
export function PersonPanel({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const t = useTranslations('users')
  const name = nameOf(person)
  return (
    <SidePanel
      heading={person.state === 'PENDING' ? t('approveHeading', { name }) : t('editHeading', { name })}
      onClose={onClose}
    >
      <div className={classes.panel}>
        <AssertedFacts person={person} />
        {person.state === 'DEACTIVATED' ? (
          <Reactivation person={person} />
        ) : (
          <RightsForm key={person.state} person={person} onCancel={onClose} />
        )}
        {person.tokenCount > 0 && <TokenList personid={person.personid} />}
        {person.state === 'ACTIVE' && <Endings person={person} name={name} />}
      </div>
    </SidePanel>
  )
}

function Reactivation({ person }: { person: PersonRow }) {
  const t = useTranslations('users')
  const { personid, version } = person
  const [reactivatePerson] = useWrite(ReactivatePersonDocument)
  const { submit, isBusy } = useSubmission([], () => reactivatePerson({ personid, reason: null, version }))
  return (
    <Notice
      kind="info"
      action={
        <Button size="xs" aria-disabled={isBusy || undefined} onClick={() => void submit()}>
          {isBusy ? t('reactivating') : t('reactivate')}
        </Button>
      }
    >
      {t('deactivatedText')}
    </Notice>
  )
}

/** What ends a person's access, for now or until further notice. */
function Endings({ person, name }: { person: PersonRow; name: string }) {
  const t = useTranslations('users')
  const { personid, version } = person
  const [endPersonSessions] = useWrite(EndPersonSessionsDocument)
  const [deactivatePerson] = useWrite(DeactivatePersonDocument)
  return (
    <div className={classes.buttons}>
      <span className={classes.quiet}>
        {t('sessionCount', { count: person.sessionCount })}, {t('tokenCount', { count: person.tokenCount })}
      </span>
      <ConfirmRemoval
        name={name}
        text={t('endSessions')}
        label={t('endSessions')}
        question={t('confirmEndSessions', { name })}
        note={t('endSessionsNote')}
        isDisabled={person.sessionCount === 0}
        remove={() => endPersonSessions({ personid })}
      />
      <ConfirmRemoval
        name={name}
        text={t('deactivate')}
        label={t('deactivate')}
        question={t('confirmDeactivation', { name })}
        note={t('deactivationNote')}
        remove={() => deactivatePerson({ personid, reason: null, version })}
      />
    </div>
  )
}
