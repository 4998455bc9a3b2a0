import { newSiteFields } from '@casebook/domain/sites/sites.rules.ts'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { selectSite } from '../browser/selected-site.ts'
import { useEscape } from '../components/form/use-escape.ts'
import { Page } from '../components/page/Page.tsx'
import { PageHeading } from '../components/page/PageHeading.tsx'
import { RecordForm } from '../records/RecordForm.tsx'
import { editingOf, useEditor } from '../records/use-record.ts'
import { forAdministrators } from '../shell/NotForYou.tsx'
import { newSite } from './new-site.ts'

export const NewSiteScreen = forAdministrators(NewSite, 'sites')

function NewSite() {
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
