import { mostTokenDays, type TokenScope, tokenScopes, whyNotToken } from '@casebook/domain/users/rights.rules.ts'
import { Checkbox, Radio, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRead, useWrite } from '../../calls/graphql.ts'
import { FormActions } from '../../components/form/FormActions.tsx'
import { useSubmission } from '../../components/form/use-submission.ts'
import { AddTokenDocument, StudiesForTokensDocument } from '../../generated/graphql.ts'
import classes from './OwnList.module.css'

const noVariables = {}

export function NewTokenForm({ onAdded, onCancel }: { onAdded: (token: string) => void; onCancel: () => void }) {
  const t = useTranslations('users')
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['read'])
  const [days, setDays] = useState(String(mostTokenDays))
  const [studies, setStudies] = useState<readonly string[] | null>(null)
  const sites = useRead(StudiesForTokensDocument, noVariables).data?.listSites ?? []
  const [addToken] = useWrite(AddTokenDocument)
  const submission = useSubmission(
    ['name', 'scopes', 'days', 'studies'],
    async () => {
      const typed = { name, scopes: [...scopes], days: Number(days) || 0, studies: studies && [...studies] }
      const problem = whyNotToken(typed)
      if (problem) throw problem
      onAdded((await addToken({ input: typed })).addToken.token)
    },
    { isBeside: true },
  )
  const { submit, errorOf, clear } = submission

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void submit()
  }

  return (
    <form
      onSubmit={onSubmit}
      noValidate
      className={classes.form}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onCancel()
      }}
    >
      <TextInput
        label={t('tokenName')}
        value={name}
        error={errorOf('name')}
        withAsterisk
        aria-required
        autoFocus
        autoComplete="off"
        onChange={(event) => {
          setName(event.currentTarget.value)
          clear('name')
        }}
      />
      <fieldset className={classes.group}>
        <legend>{t('scopes')}</legend>
        {tokenScopes.map((scope) => (
          <Checkbox
            key={scope}
            label={t(scope)}
            checked={scopes.includes(scope)}
            onChange={(event) => {
              setScopes(event.currentTarget.checked ? [...scopes, scope] : scopes.filter((each) => each !== scope))
              clear('scopes')
            }}
          />
        ))}
        {errorOf('scopes') && <p role="alert">{errorOf('scopes')}</p>}
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{t('studies')}</legend>
        <Radio label={t('allStudies')} checked={studies === null} onChange={() => setStudies(null)} />
        <Radio label={t('someStudies')} checked={studies !== null} onChange={() => setStudies([])} />
        {studies !== null &&
          sites.flatMap((site) =>
            site.studies.map((study) => (
              <Checkbox
                key={study.studyid}
                label={`${site.name}: ${study.name}`}
                checked={studies.includes(study.studyid)}
                onChange={(event) => {
                  const others = studies.filter((each) => each !== study.studyid)
                  setStudies(event.currentTarget.checked ? [...others, study.studyid] : others)
                  clear('studies')
                }}
              />
            )),
          )}
        {errorOf('studies') && <p role="alert">{errorOf('studies')}</p>}
      </fieldset>
      <TextInput
        className={classes.days}
        label={t('days')}
        description={t('daysHint')}
        inputMode="numeric"
        value={days}
        error={errorOf('days')}
        onChange={(event) => {
          setDays(event.currentTarget.value)
          clear('days')
        }}
      />
      <FormActions save={t('addToken')} busyLabel={t('addingToken')} submission={submission} onCancel={onCancel} />
    </form>
  )
}
