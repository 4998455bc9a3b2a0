import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useWrite } from '../calls/graphql.ts'
import { useSubmission } from '../components/form/use-submission.ts'
import { Notice } from '../components/notices/Notice.tsx'
import { Refusal } from '../components/notices/Refusal.tsx'
import { SidePanel } from '../components/page/SidePanel.tsx'
import { ConfirmRemoval } from '../components/removal/ConfirmRemoval.tsx'
import { DeactivatePersonDocument, EndPersonSessionsDocument, ReactivatePersonDocument } from '../generated/graphql.ts'
import { AssertedFacts } from './AssertedFacts.tsx'
import { nameOf, type PersonRow } from './person/person-name.ts'
import { RightsForm } from './RightsForm.tsx'
import { TokenList } from './tokens/TokenList.tsx'
import classes from './UsersScreen.module.css'

type Props = { person: PersonRow; mayGiveAllSites: boolean; onClose: () => void }

/** One person, to approve, change, deactivate or reactivate. */
export function PersonPanel({ person, mayGiveAllSites, onClose }: Props) {
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
          <RightsForm person={person} mayGiveAllSites={mayGiveAllSites} onCancel={onClose} />
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
  const { submit, isBusy, refusal } = useSubmission([], () => reactivatePerson({ personid, reason: null, version }), {
    isBeside: true,
  })
  return (
    <Notice
      kind="info"
      action={
        <Button size="xs" aria-disabled={isBusy || undefined} onClick={() => void submit()}>
          {isBusy ? t('reactivating') : t('reactivate')}
        </Button>
      }
    >
      <p>{t('deactivatedText')}</p>
      <Refusal text={refusal} />
    </Notice>
  )
}

/** Actions that end a person's access, temporarily or permanently. */
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
        busyText={t('endingSessions')}
        keepText={t('cancel')}
        label={t('endSessions')}
        question={t('confirmEndSessions', { name })}
        note={t('endSessionsNote')}
        isDisabled={person.sessionCount === 0}
        remove={() => endPersonSessions({ personid })}
      />
      <ConfirmRemoval
        name={name}
        text={t('deactivate')}
        busyText={t('deactivating')}
        keepText={t('cancel')}
        label={t('deactivate')}
        question={t('confirmDeactivation', { name })}
        note={t('deactivationNote')}
        remove={() => deactivatePerson({ personid, reason: null, version })}
      />
    </div>
  )
}
