import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { blankFields, givenFields, whyNotGiven } from '@casebook/domain/shared/record-fields/record-fields.ts'
import { newSiteFields, siteFields } from '@casebook/domain/sites/sites.rules.ts'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { selectSite } from '../browser/selected-site.ts'
import { useEscape } from '../components/form/use-escape.ts'
import { Page } from '../components/page/Page.tsx'
import { PageHeading } from '../components/page/PageHeading.tsx'
import { AddSiteDocument, type AddSiteMutation, UpdateSiteDocument } from '../generated/graphql.ts'
import type { Known } from '../records/machine/entry.ts'
import { RecordForm } from '../records/RecordForm.tsx'
import { correctedBy, editingOf, savedBy, useEditor } from '../records/use-record.ts'

const newSite = {
  record: 'new-site',
  blank: blankFields(newSiteFields),
  plan(typed: Fields, _over: number | null, { added }: Known<AddSiteMutation>) {
    const given = givenFields(newSiteFields, typed)
    const problem = whyNotGiven(newSiteFields, given)
    if (problem) return problem
    const siteid = given.identifier
    // A site keeps its identifier: with another one, it is another site.
    if (added?.data.addSite.siteid !== siteid) return savedBy(AddSiteDocument, given)
    return correctedBy(UpdateSiteDocument, { siteid, ...givenFields(siteFields, typed), version: added.version })
  },
}

export function NewSiteScreen() {
  const t = useTranslations('sites')
  const navigate = useNavigate()
  const editor = useEditor(newSite, editingOf(newSiteFields))
  const close = () => void navigate(paths.sites)
  useEscape(close)
  return (
    <Page>
      <PageHeading crumbs={[{ label: t('heading'), to: paths.sites }]} help={t('purpose')}>
        {t('newHeading')}
      </PageHeading>
      <RecordForm
        editor={editor}
        fields={newSiteFields}
        label={(field) => t(field)}
        shown={{
          identifier: {
            description: t('identifierHint'),
            placeholder: t('identifierPlaceholder'),
            autoCapitalize: 'none',
          },
        }}
        isNew
        isFocused
        saveLabel={t('create')}
        busyLabel={t('creating')}
        onSaved={({ addSite }) => selectSite(addSite.siteid)}
        onClose={close}
      />
    </Page>
  )
}
