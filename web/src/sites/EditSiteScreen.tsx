import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import {
  blankFields,
  givenFields,
  typedFields,
  whyNotGiven,
} from '@casebook/domain/shared/record-fields/record-fields.ts'
import { siteFields } from '@casebook/domain/sites/sites.rules.ts'
import { useNavigate, useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { useRead } from '../calls/graphql.ts'
import { LinkButton } from '../components/buttons/LinkButton.tsx'
import { useEscape } from '../components/form/use-escape.ts'
import { Notice } from '../components/notices/Notice.tsx'
import { Page } from '../components/page/Page.tsx'
import { PageHeading } from '../components/page/PageHeading.tsx'
import { ReadingBar } from '../components/page/ReadingBar.tsx'
import { SiteToEditDocument, UpdateSiteDocument } from '../generated/graphql.ts'
import { RecordForm } from '../records/RecordForm.tsx'
import { editingOf, savedBy, sourceOf, useEditor } from '../records/use-record.ts'
import { findRemover, puttingBack } from '../removed/put-back.ts'
import { useIsInGroup } from '../session/session.tsx'
import { forAdministrators } from '../shell/NotForYou.tsx'
import { PendingUploads } from './PendingUploads.tsx'

const blank = blankFields(siteFields)

function siteRecord(siteid: string) {
  return {
    record: `site/${siteid}`,
    blank,
    source: sourceOf(SiteToEditDocument, { siteid }, ({ data, failure }) => {
      const site = data?.getSite
      if (site) return { version: site.version, fields: typedFields(siteFields, site), row: site }
      return site === null || failure?.code === 'NOT_FOUND' ? { version: null, fields: blank } : undefined
    }),
    findRemover: () => findRemover('SITE', siteid),
    plan(typed: Fields, over: number | null) {
      const given = givenFields(siteFields, typed)
      const problem = whyNotGiven(siteFields, given)
      if (problem) return problem
      if (over === null) return puttingBack('SITE', siteid)
      return savedBy(UpdateSiteDocument, { siteid, ...given, version: over })
    },
  }
}

/** The form that renames a site, and what administrators watch of it. */
export const EditSiteScreen = forAdministrators(EditSite, 'sites')

function EditSite() {
  const t = useTranslations('sites')
  const { siteid = '' } = useParams()
  const navigate = useNavigate()
  const { data, failure, isReading } = useRead(SiteToEditDocument, { siteid })
  const isMissing = failure?.code === 'NOT_FOUND' || data?.getSite === null
  const editor = useEditor(siteRecord(siteid), editingOf(siteFields))
  const isAdmin = useIsInGroup('admin')
  const close = () => void navigate(paths.sites)
  useEscape(close)
  return (
    <Page>
      <PageHeading crumbs={[{ label: t('heading'), to: paths.sites }]} help={t('purpose')}>
        {t('editHeading')}
      </PageHeading>
      <ReadingBar isReading={isReading && !editor.row} />
      {isMissing && !editor.row && (
        <Notice kind="error" action={<LinkButton to={paths.sites}>{t('toSites')}</LinkButton>}>
          {t('missing')}
        </Notice>
      )}
      {editor.row && (
        <RecordForm
          editor={editor}
          fields={siteFields}
          label={(field) => t(field)}
          isFocused
          canPutBack={isAdmin}
          saveLabel={t('update')}
          busyLabel={t('updating')}
          onClose={close}
        />
      )}
      {editor.row && isAdmin && <PendingUploads siteid={siteid} />}
    </Page>
  )
}
