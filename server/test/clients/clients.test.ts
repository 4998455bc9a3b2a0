import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../beds/operations.ts'
import { hasPandas, hasPython, hasR } from '../scripting-bed.ts'
import { answered, type ClientsBed, makeClientsBed } from './clients-bed.ts'

let bed: ClientsBed
beforeAll(async () => {
  bed = await makeClientsBed()
})
afterAll(() => bed.stop())

if (!hasPython || !hasPandas)
  console.warn('The Python client is not tested in full: python3 or pandas is not installed.')
if (!hasR) console.warn('The R client is not tested: R or its packages curl, jsonlite, openssl are not installed.')

const storedFiles = async () => {
  const { SUBJECT: subjectid } = bed.env
  const files: { filename: string; size: number; downloadUrl: string }[] = await run(bed.chief, 'listReferenceData', {
    subjectid,
  })
  return files
}

test.runIf(hasPython)('Python lists, uploads, follows changes and raises refusals', async () => {
  const path = `${bed.env.FOLDER}/Åse python.csv`
  await writeFile(path, 'time,x\n0,1\n')
  const said = answered(
    await bed.inPython(`
e = os.environ
site, = casebook.sites()
study, = casebook.studies(site["siteid"])
position = casebook.position()
row = casebook.upload(site["siteid"], study["studyid"], e["SUBJECT"], e["ACTIVITYTYPE"], e["FOLDER"] + "/Åse python.csv")
for attempt in range(50):
    changes, position_now = casebook.changes(position)
    if len(changes) > 1: break
    import time; time.sleep(0.2)
try:
    casebook.call("mutation { removeSite(siteid: \\"oslo\\") { siteid } }")
except CasebookError as error:
    refusal = [error.code, error.reason, error.status]
try:
    Casebook(token="nonsense").me()
except CasebookError as error:
    refusal.append(error.code)
print(json.dumps([site["name"], study["name"], casebook.me()["given_name"], [s["identifier"] for s in casebook.subjects(study["studyid"])],
  casebook.activities(study["studyid"])[0]["description"], row, [c["kind"] for c in changes], refusal]))`),
  )
  expect(said).toMatchObject([
    'Oslo',
    'Steps',
    'Kari',
    ['S-001'],
    'Stairs',
    { filename: 'Åse python.csv', status: 'UPLOADED', size: 11 },
    ['REFERENCE_DATA', 'REFERENCE_DATA'],
    ['FORBIDDEN', 'call.forbidden', 200, 'UNAUTHENTICATED'],
  ])
  const file = (await storedFiles()).find(({ filename }) => filename === 'Åse python.csv')
  expect(await (await fetch(file?.downloadUrl ?? '')).text()).toBe('time,x\n0,1\n')
})

test.runIf(hasPandas)('Python creates a data frame of forms, with typed columns', async () => {
  const said = answered(
    await bed.inPython(`
table = casebook.forms_frame(os.environ["STUDY"], "Visit")
print(json.dumps([list(table.columns), [str(kind) for kind in table.dtypes][5:],
  [str(value) for value in table.iloc[0]][5:], str(table["changedBy"][0]), len(casebook.frame(casebook.subjects(os.environ["STUDY"])))]))`),
  )
  expect(said).toEqual([
    ['subjectid', 'identifier', 'version', 'changedAt', 'changedBy', 'weight', 'Day', 'Side', 'Røyker', 'At'],
    ['float64', 'datetime64[ns]', 'category', 'boolean', 'string'],
    ['70.5', '2026-10-20 00:00:00', 'left', 'False', '24:30'],
    'Ingrid',
    1,
  ])
})

test.runIf(hasR)('R lists, uploads, follows changes and signals refusals', async () => {
  await writeFile(`${bed.env.FOLDER}/r.csv`, 'time,x\n0,1\n')
  const said = answered(
    await bed.inR(`
position <- cb_position(server)
row <- cb_upload(server, e("SITE"), e("STUDY"), e("SUBJECT"), e("ACTIVITYTYPE"), file.path(e("FOLDER"), "r.csv"))
for (attempt in 1:50) {
  changed <- cb_changes(server, position)
  if (nrow(changed$changes) > 1) break
  Sys.sleep(0.2)
}
refusal <- tryCatch(cb_call(server, "mutation { removeSite(siteid: \\"oslo\\") { siteid } }"), casebook_error = function(error) error$reason)
forms <- cb_forms(server, e("STUDY"), "Visit")
cat(jsonlite::toJSON(list(cb_sites(server)$name, cb_studies(server, "oslo")$name, cb_subjects(server, e("STUDY"))$identifier,
  cb_activities(server, e("STUDY"))$comment, row$status, changed$changes$kind, refusal,
  names(forms), vapply(forms, function(column) class(column)[1], "")[6:10], format(forms$Day), forms$weight, as.character(forms$Side), forms[["R\\u00f8yker"]], forms$At),
  auto_unbox = TRUE))`),
  )
  expect(said).toEqual([
    'Oslo',
    'Steps',
    'S-001',
    'NA',
    'UPLOADED',
    ['REFERENCE_DATA', 'REFERENCE_DATA'],
    'call.forbidden',
    ['subjectid', 'identifier', 'version', 'changedAt', 'changedBy', 'weight', 'Day', 'Side', 'Røyker', 'At'],
    ['numeric', 'Date', 'factor', 'logical', 'character'],
    '2026-10-20',
    70.5,
    'left',
    false,
    '24:30',
  ])
})

const zipHead = 'PK'

test.runIf(hasPython)('Python requests and downloads an export', async () => {
  const { FOLDER, SITE, STUDY } = bed.env
  const said = answered(
    await bed.inPython(
      `print(json.dumps(casebook.export("${FOLDER}/python.zip", "${SITE}", "${STUDY}", history=False)))`,
    ),
  )
  expect(said).toMatchObject({ state: 'DONE' })
  const zip = await readFile(`${FOLDER}/python.zip`)
  expect(zip.subarray(0, 2).toString()).toBe(zipHead)
  expect(zip.includes('manifest.json')).toBe(true)
})

test.runIf(hasR)('R requests and downloads an export', async () => {
  const { FOLDER, SITE, STUDY } = bed.env
  const said = answered(
    await bed.inR(
      `cat(jsonlite::toJSON(cb_export(server, "${FOLDER}/r.zip", "${SITE}", "${STUDY}"), auto_unbox = TRUE, null = "null"))`,
    ),
  )
  expect(said).toMatchObject({ state: 'DONE' })
  expect((await readFile(`${FOLDER}/r.zip`)).subarray(0, 2).toString()).toBe(zipHead)
})
