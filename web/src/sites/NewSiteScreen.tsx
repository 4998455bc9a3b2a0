import { whyNotSiteid, whyNotSiteName } from '@casebook/domain/sites/sites.rules.ts'
import { TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { useWrite } from '../app/graphql.ts'
import { paths } from '../app/paths.ts'
import { DraftNotice } from '../components/DraftNotice.tsx'
import { FieldStack } from '../components/FieldStack.tsx'
import { FormActions } from '../components/FormActions.tsx'
import { Page } from '../components/Page.tsx'
import { PageHeading } from '../components/PageHeading.tsx'
import { useDraft } from '../components/use-draft.ts'
import { useSubmission } from '../components/use-submission.ts'
import { AddSiteDocument } from '../generated/graphql.ts'

const nothingTyped = { name: '', identifier: '' }

export function NewSiteScreen() {
  const t = useTranslations('sites')
  const navigate = useNavigate()
  const [addSite] = useWrite(AddSiteDocument)
  const draft = useDraft('new-site', nothingTyped)
  const { name, identifier } = draft.value
  const { submit, isBusy, errorOf, clear, check } = useSubmission(['name', 'identifier'], async () => {
    const problem = whyNotSiteName(name) ?? whyNotSiteid(identifier)
    if (problem) throw problem
    await addSite({ name, identifier })
  })

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!(await submit())) return
    draft.discard()
    navigate(paths.sites)
  }

  return (
    <Page>
      <PageHeading crumbs={[{ label: t('heading'), to: paths.sites }]}>{t('newHeading')}</PageHeading>
      <form onSubmit={onSubmit} noValidate>
        <FieldStack>
          <DraftNotice draft={draft} />
          <TextInput
            name="name"
            label={t('name')}
            value={name}
            error={errorOf('name')}
            withAsterisk
            aria-required
            data-autofocus
            autoComplete="off"
            onChange={(event) => {
              draft.set({ name: event.currentTarget.value, identifier })
              clear('name')
            }}
            onBlur={() => name !== '' && check('name', whyNotSiteName(name))}
          />
          <TextInput
            name="identifier"
            label={t('identifier')}
            description={t('identifierHint')}
            placeholder={t('identifierPlaceholder')}
            value={identifier}
            error={errorOf('identifier')}
            withAsterisk
            aria-required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => {
              draft.set({ name, identifier: event.currentTarget.value })
              clear('identifier')
            }}
            onBlur={() => identifier !== '' && check('identifier', whyNotSiteid(identifier))}
          />
          <FormActions
            save={t('create')}
            busyLabel={t('creating')}
            isBusy={isBusy}
            onCancel={() => {
              draft.discard()
              navigate(paths.sites)
            }}
          />
        </FieldStack>
      </form>
    </Page>
  )
}
