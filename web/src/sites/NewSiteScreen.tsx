import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { whyNotSiteid, whyNotSiteName } from '@casebook/domain/sites/sites.rules.ts'
import { TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { selectSite } from '../browser/selected-site.ts'
import { FieldStack } from '../components/form/FieldStack.tsx'
import { FormActions } from '../components/form/FormActions.tsx'
import { useEscape } from '../components/form/use-escape.ts'
import { Page } from '../components/page/Page.tsx'
import { PageHeading } from '../components/page/PageHeading.tsx'
import { AddSiteDocument, type AddSiteMutation, UpdateSiteDocument } from '../generated/graphql.ts'
import type { Known } from '../records/machine/entry.ts'
import { RecordNotices } from '../records/RecordNotices.tsx'
import { correctedBy, savedBy, useEditor } from '../records/use-record.ts'

function whyNot(key: string, fields: Fields): Error | undefined {
  return key === 'name' ? whyNotSiteName(fieldValue(fields, key)) : whyNotSiteid(fieldValue(fields, key))
}

const newSite = {
  record: 'new-site',
  blank: { name: '', identifier: '' },
  plan(fields: Fields, _over: number | null, { added }: Known<AddSiteMutation>) {
    const problem = whyNot('name', fields) ?? whyNot('identifier', fields)
    if (problem) return problem
    const { name = '', identifier = '' } = fields
    // A site keeps its identifier: with another one, it is another site.
    if (added?.data.addSite.siteid !== identifier) return savedBy(AddSiteDocument, { name, identifier })
    return correctedBy(UpdateSiteDocument, { siteid: identifier, name, version: added.version })
  },
}

export function NewSiteScreen() {
  const t = useTranslations('sites')
  const navigate = useNavigate()
  const editor = useEditor(newSite, { names: ['name', 'identifier'], why: whyNot })
  const { name = '', identifier = '' } = editor.fields
  useEscape(() => void navigate(paths.sites))

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const saved = await editor.save()
    if (!saved) return
    selectSite(saved.data.addSite.siteid)
    if (saved.isShown) void navigate(paths.sites)
  }

  return (
    <Page>
      <PageHeading crumbs={[{ label: t('heading'), to: paths.sites }]} help={t('purpose')}>
        {t('newHeading')}
      </PageHeading>
      <form onSubmit={onSubmit} noValidate>
        <FieldStack>
          <RecordNotices copy={editor} label={(key) => key} />
          <TextInput
            name="name"
            label={t('name')}
            value={name}
            error={editor.errorOf('name')}
            withAsterisk
            aria-required
            autoFocus
            autoComplete="off"
            onChange={(event) => editor.type({ name: event.currentTarget.value })}
            onBlur={() => name !== '' && editor.check('name')}
          />
          <TextInput
            name="identifier"
            label={t('identifier')}
            description={t('identifierHint')}
            placeholder={t('identifierPlaceholder')}
            value={identifier}
            error={editor.errorOf('identifier')}
            withAsterisk
            aria-required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => editor.type({ identifier: event.currentTarget.value })}
            onBlur={() => identifier !== '' && editor.check('identifier')}
          />
          <FormActions
            save={t('create')}
            busyLabel={t('creating')}
            submission={editor}
            onCancel={() => {
              editor.discard()
              navigate(paths.sites)
            }}
          />
        </FieldStack>
      </form>
    </Page>
  )
}
