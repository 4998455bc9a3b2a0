import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { saveFile } from '../browser/files.ts'
import { readOnce, useWrite } from '../calls/graphql.ts'
import { useSubmission } from '../components/form/use-submission.ts'
import { Notice } from '../components/notices/Notice.tsx'
import { Card } from '../components/page/Card.tsx'
import { ReadingBar } from '../components/page/ReadingBar.tsx'
import {
  AddDefinitionsDocument,
  DefinitionsDocument,
  PreviewDefinitionsDocument,
  type PreviewDefinitionsQuery,
} from '../generated/graphql.ts'
import type { Study } from '../studies/study/use-study.ts'
import { LeftOutList } from './form-files/LeftOutList.tsx'
import { DefinitionList } from './parts/DefinitionList.tsx'
import { FileField } from './parts/FileField.tsx'
import classes from './parts/Imports.module.css'
import { usePreview } from './parts/use-preview.ts'

type Previewed = { text: string; reading: PreviewDefinitionsQuery['previewDefinitionsFile'] }

/** Form types and activity types: downloaded from this study, or previewed and added from another one. */
export function ImportDefinitions({ study: { siteid, studyid, name } }: { study: Study }) {
  const t = useTranslations('imports')
  const [made, setMade] = useState<number>()
  const download = useSubmission(
    [],
    async () => {
      const { getDefinitions } = await readOnce(DefinitionsDocument, { siteid, studyid })
      saveFile(new Blob([getDefinitions], { type: 'application/json' }), `${t('definitionsFile', { name })}.json`)
    },
    { isBeside: true },
  )
  const {
    file,
    preview: previewed,
    ...preview
  } = usePreview(async (chosen): Promise<Previewed> => {
    const text = await chosen.text()
    const { previewDefinitionsFile } = await readOnce(PreviewDefinitionsDocument, { studyid, definitions: text })
    return { text, reading: previewDefinitionsFile }
  })
  const [addDefinitions] = useWrite(AddDefinitionsDocument)
  const add = useSubmission(
    [],
    async (definitions: string) => {
      const { addDefinitions: checked } = await addDefinitions({ studyid, definitions })
      setMade(checked.filter(({ action }) => action === 'MAKE').length)
      preview.forget()
    },
    { isBeside: true },
  )

  function take(taken: File) {
    setMade(undefined)
    download.clear()
    add.clear()
    preview.take(taken)
  }

  const refusal = download.refusal ?? preview.refusal ?? add.refusal
  const checked = previewed?.reading.definitions
  const leftOut = previewed?.reading.leftOut ?? []
  const refused = checked?.filter(({ action }) => action === 'REFUSED').length ?? 0
  const toMake = checked?.filter(({ action }) => action === 'MAKE').length ?? 0
  return (
    <Card
      heading={t('definitionsHeading')}
      action={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={download.isBusy}
          onClick={() => void download.submit()}
        >
          {t('download')}
        </Button>
      }
    >
      <p className={classes.what}>{t('definitionsWhat')}</p>
      <FileField label={t('json')} accept=".json,application/json" file={file} onTake={take} />
      <ReadingBar isReading={preview.isReading} />
      {refusal && <Notice kind="error">{refusal}</Notice>}
      {checked && <DefinitionList previewed={checked} />}
      {leftOut.length > 0 && <LeftOutList leftOut={leftOut} />}
      {refused > 0 && <Notice kind="error">{t('inTheWay', { count: refused })}</Notice>}
      {checked && refused === 0 && toMake === 0 && <Notice kind="info">{t('nothingToMake')}</Notice>}
      {made !== undefined && <Notice kind="info">{t('made', { count: made })}</Notice>}
      {previewed && refused === 0 && toMake > 0 && (
        <div className={classes.actions}>
          <Button loading={add.isBusy} onClick={() => void add.submit(previewed.text)}>
            {add.isBusy ? t('importing') : t('make', { count: toMake })}
          </Button>
        </div>
      )}
    </Card>
  )
}
