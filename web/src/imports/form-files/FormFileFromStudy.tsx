import { Button, NativeSelect } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fromBase64, saveFile } from '../../browser/files.ts'
import { readOnce, useRead } from '../../calls/graphql.ts'
import { useSubmission } from '../../components/form/use-submission.ts'
import { Notice } from '../../components/notices/Notice.tsx'
import {
  FormFileDocument,
  type FormFileFormat,
  FormTypesDocument,
  type LeftOutFragment,
} from '../../generated/graphql.ts'
import classes from '../parts/Imports.module.css'
import { LeftOutList } from './LeftOutList.tsx'

const formats = ['XLSFORM', 'REDCAP', 'ODM'] as const satisfies readonly FormFileFormat[]

/** Form types of the study as a file for another program, and what is left out in it. */
export function FormFileFromStudy({ studyid }: { studyid: string }) {
  const t = useTranslations('imports')
  const { data } = useRead(FormTypesDocument, { studyid })
  const [format, setFormat] = useState<FormFileFormat>('XLSFORM')
  const [chosen, setChosen] = useState('')
  const [leftOut, setLeftOut] = useState<readonly LeftOutFragment[]>()
  const types = data?.listFormTypes ?? []
  // A workbook has one form.
  const formtypeid =
    types.find((type) => type.formtypeid === chosen)?.formtypeid ??
    (format === 'XLSFORM' ? (types[0]?.formtypeid ?? '') : '')
  const download = useSubmission(
    [],
    async () => {
      const formtypeids = formtypeid ? [formtypeid] : types.map((type) => type.formtypeid)
      const { getFormFile } = await readOnce(FormFileDocument, { studyid, formtypeids, format })
      const bytes = fromBase64(getFormFile.base64)
      saveFile(new Blob([bytes], { type: getFormFile.mediatype }), getFormFile.filename)
      setLeftOut(getFormFile.leftOut)
    },
    { isBeside: true },
  )
  if (types.length === 0) return null
  return (
    <div className={classes.given}>
      <NativeSelect
        className={classes.type}
        label={t('format')}
        value={format}
        data={formats.map((value) => ({ value, label: t(value) }))}
        onChange={({ currentTarget }) => {
          setFormat(formats.find((own) => own === currentTarget.value) ?? 'XLSFORM')
          setLeftOut(undefined)
        }}
      />
      <NativeSelect
        className={classes.type}
        label={t('formTypes')}
        value={formtypeid}
        data={[
          ...(format === 'XLSFORM' ? [] : [{ value: '', label: t('allFormTypes') }]),
          ...types.map((type) => ({ value: type.formtypeid, label: type.identifier })),
        ]}
        onChange={({ currentTarget }) => {
          setChosen(currentTarget.value)
          setLeftOut(undefined)
        }}
      />
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={download.isBusy}
          onClick={() => void download.submit()}
        >
          {t('downloadFile')}
        </Button>
      </div>
      {download.refusal && <Notice kind="error">{download.refusal}</Notice>}
      {leftOut && <LeftOutList leftOut={leftOut} />}
    </div>
  )
}
