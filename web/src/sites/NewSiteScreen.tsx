import { whyNotSiteid, whyNotSiteName } from '@casebook/domain/sites/sites.rules.ts'
import { TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { selectSite } from '../browser/selected-site.ts'
import { useWrite } from '../calls/graphql.ts'
import { FieldStack } from '../components/form/FieldStack.tsx'
import { FormActions } from '../components/form/FormActions.tsx'
import { useEscape } from '../components/form/use-escape.ts'
import { useSubmission } from '../components/form/use-submission.ts'
import { DraftNotice } from '../components/notices/DraftNotice.tsx'
import { Page } from '../components/page/Page.tsx'
import { PageHeading } from '../components/page/PageHeading.tsx'
import { useDraft } from '../drafts/use-draft.ts'
import { AddSiteDocument } from '../generated/graphql.ts'

const nothingTyped = { name: '', identifier: '' }

export function NewSiteScreen() {
  const t = useTranslations('sites')
  const navigate = useNavigate()
  const [addSite] = useWrite(AddSiteDocument)
  const draft = useDraft('new-site', nothingTyped)
  const { name, identifier } = draft.value
  const submission = useSubmission(
    ['name', 'identifier'],
    async () => {
      const problem = whyNotSiteName(name) ?? whyNotSiteid(identifier)
      if (problem) throw problem
      await addSite({ name, identifier })
      selectSite(identifier)
    },
    { isBeside: true },
  )
  const { submit, errorOf, clear, check, ifShown } = submission
  useEscape(() => void navigate(paths.sites))

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!(await submit())) return
    draft.discard()
    ifShown(() => void navigate(paths.sites))
  }

  return (
    <Page>
      <PageHeading crumbs={[{ label: t('heading'), to: paths.sites }]} help={t('purpose')}>
        {t('newHeading')}
      </PageHeading>
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
            autoFocus
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
            submission={submission}
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
