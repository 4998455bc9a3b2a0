import { createHash } from 'node:crypto'
import { gunzipSync, inflateRawSync } from 'node:zlib'
import {
  type Definitions,
  type DefinitionsPreview,
  previewDefinitions,
} from '@casebook/domain/exports/definitions/definitions.ts'
import type { LeftOut, ReadForms } from '@casebook/domain/form-exchange/exchange.ts'
import { readWorkbook } from '@casebook/domain/form-exchange/files/read-workbook.ts'
import { parseXml, textOf } from '@casebook/domain/form-exchange/files/xml.ts'
import { readOdm } from '@casebook/domain/form-exchange/odm/read-odm.ts'
import { readRedcap } from '@casebook/domain/form-exchange/redcap/read-redcap.ts'
import { readXlsform } from '@casebook/domain/form-exchange/xlsform/read-xlsform.ts'
import { problem } from '@casebook/domain/shared/problems.ts'

/** A file of another program as the caller gave it. `gzip` in base64. */
export type GivenFormFile = { filename: string; gzip: string }

export type FormFileAnswer = {
  format: 'XLSFORM' | 'REDCAP' | 'ODM'
  hash: string
  preview: DefinitionsPreview
  leftOut: LeftOut[]
}

const maxBytes = 8_000_000
const maxFormTypes = 200
const maxLeftOut = 5000
/** Characters of a text that is left out: enough to find it. */
const maxText = 1000

/** The form types and visits of a file, compared with those of a study. Throws a Problem if the file can't be read. */
export function formFileOf({ file, existing }: { file: GivenFormFile; existing: Definitions }): FormFileAnswer {
  const bytes = bytesOf(file.gzip)
  const { format, forms, leftOut, activityTypes = [], visits = [] } = readForms(bytes, file.filename)
  if (forms.length === 0) throw problem('exchange.empty', { field: 'gzip' })
  if (forms.length > maxFormTypes) throw unreadable(`it has more than ${maxFormTypes} form types`)
  return {
    format,
    hash: createHash('sha256').update(bytes).digest('hex'),
    preview: previewDefinitions({ formTypes: forms, activityTypes, visits }, existing),
    leftOut: leftOut.slice(0, maxLeftOut).map((one) => ({ ...one, text: one.text.slice(0, maxText) })),
  }
}

/** By its content: a workbook is a ZIP file, and XML begins with a bracket. */
function readForms(bytes: Buffer, filename: string): ReadForms & Pick<FormFileAnswer, 'format'> {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') {
    return { format: 'XLSFORM', ...readXlsform(readWorkbook(bytes, inflate), filename) }
  }
  const isXml = /^(\xef\xbb\xbf)?\s*</.test(bytes.subarray(0, 100).toString('latin1'))
  return isXml ? { format: 'ODM', ...readOdm(parseXml(bytes)) } : { format: 'REDCAP', ...readRedcap(textOf(bytes)) }
}

function inflate(bytes: Uint8Array, maxOutputLength: number): Uint8Array {
  return inflateRawSync(bytes, { maxOutputLength })
}

function bytesOf(gzip: string): Buffer {
  try {
    return gunzipSync(Buffer.from(gzip, 'base64'), { maxOutputLength: maxBytes })
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    if (isTooLarge) throw problem('exchange.too-large', { field: 'gzip', params: { most: maxBytes / 1_000_000 } })
    throw unreadable('it is not compressed with gzip')
  }
}

function unreadable(why: string) {
  return problem('exchange.unreadable', { field: 'gzip', params: { why } })
}
