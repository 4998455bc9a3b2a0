import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { readOnce, useWrite } from '../../calls/graphql.ts'
import { useSubmission } from '../../components/form/use-submission.ts'
import { Notice } from '../../components/notices/Notice.tsx'
import { ReadingBar } from '../../components/page/ReadingBar.tsx'
import {
  AddFormFileDocument,
  type DefinitionKind,
  PreviewFormFileDocument,
  type PreviewFormFileQuery,
} from '../../generated/graphql.ts'
import { DefinitionList } from '../parts/DefinitionList.tsx'
import { FileField } from '../parts/FileField.tsx'
import classes from '../parts/Imports.module.css'
import { type PackedFile, packFile } from '../parts/packed-file.ts'
import { usePreview } from '../parts/use-preview.ts'
import { LeftOutList } from './LeftOutList.tsx'

type Read = PackedFile & { reading: PreviewFormFileQuery['previewFormFile'] }

/** A file of another program: read and shown with everything that is left out, then added as drafts; its events as visits. */
export function FormFileToStudy({ studyid }: { studyid: string }) {
  const t = useTranslations('imports')
  const [made, setMade] = useState<{ drafts: number; visits: number }>()
  const {
    file,
    preview: read,
    ...preview
  } = usePreview(async (chosen): Promise<Read> => {
    const { filename, gzip } = await packFile(chosen)
    const { previewFormFile } = await readOnce(PreviewFormFileDocument, { input: { studyid, filename, gzip } })
    return { filename, gzip, reading: previewFormFile }
  })
  const [addFormFile] = useWrite(AddFormFileDocument)
  const add = useSubmission(
    [],
    async ({ filename, gzip }: PackedFile) => {
      const { addFormFile: added } = await addFormFile({ input: { studyid, filename, gzip } })
      const news = added.formTypes.filter(({ action }) => action === 'MAKE')
      const count = (kind: DefinitionKind) => news.filter((one) => one.kind === kind).length
      setMade({ drafts: count('FORM_TYPE'), visits: count('VISIT') })
      preview.forget()
    },
    { isBeside: true },
  )

  function take(taken: File) {
    setMade(undefined)
    add.clear()
    preview.take(taken)
  }

  const refusal = preview.refusal ?? add.refusal
  const formTypes = read?.reading.formTypes ?? []
  const refused = formTypes.filter(({ action }) => action === 'REFUSED').length
  const news = formTypes.filter(({ action }) => action === 'MAKE')
  const toMake = news.length
  const isAllDrafts = news.every(({ kind }) => kind === 'FORM_TYPE')
  return (
    <>
      <FileField label={t('formFile')} accept=".xlsx,.csv,.xml" file={file} onTake={take} />
      <ReadingBar isReading={preview.isReading} />
      {refusal && <Notice kind="error">{refusal}</Notice>}
      {read && <DefinitionList previewed={formTypes} />}
      {read && <LeftOutList leftOut={read.reading.leftOut} />}
      {refused > 0 && <Notice kind="error">{t('inTheWay', { count: refused })}</Notice>}
      {read && refused === 0 && toMake === 0 && <Notice kind="info">{t('nothingToMake')}</Notice>}
      {made && made.drafts > 0 && <Notice kind="info">{t('madeDrafts', { count: made.drafts })}</Notice>}
      {made && made.visits > 0 && <Notice kind="info">{t('madeVisits', { count: made.visits })}</Notice>}
      {read && refused === 0 && toMake > 0 && (
        <div className={classes.actions}>
          <Button loading={add.isBusy} onClick={() => void add.submit(read)}>
            {add.isBusy ? t('importing') : t(isAllDrafts ? 'makeDrafts' : 'make', { count: toMake })}
          </Button>
        </div>
      )}
    </>
  )
}
