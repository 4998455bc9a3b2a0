import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'

/** Where the published schemas of CDISC are, as `odm-1.3.2/` and `dataset-json-1.1/`; tests against them need it. */
const folder = process.env.CASEBOOK_SCHEMAS

export const hasSchemas = folder !== undefined && folder !== ''
export const odmSchema = join(folder ?? '', 'odm-1.3.2', 'ODM1-3-2.xsd')
const datasetJsonSchema = join(folder ?? '', 'dataset-json-1.1', 'dataset.schema.json')

/** Returns a function that lists the faults of a dataset by the schema of Dataset-JSON 1.1. */
export function datasetJsonFaults(): (dataset: unknown) => unknown[] {
  const validate = new Ajv2019({ strict: false }).compile(JSON.parse(readFileSync(datasetJsonSchema, 'utf8')))
  return (dataset) => (validate(dataset) ? [] : (validate.errors ?? []))
}
