import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../beds/operations.ts'
import { hasPandas, hasR } from '../scripting-bed.ts'
import { answered, type ClientsBed, makeClientsBed } from './clients-bed.ts'

let bed: ClientsBed
beforeAll(async () => {
  bed = await makeClientsBed()
  for (const [name, text] of Object.entries(filesToImport)) await writeFile(`${bed.env.FOLDER}/${name}`, text)
})
afterAll(() => bed.stop())

/** A study without definitions, one for each language to import into. */
async function newStudy(name: string): Promise<string> {
  return (await run(bed.chief, 'addStudy', { siteid: bed.env.SITE, name })).studyid
}

function many(count: number, line: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => line(n)).join('')
}

const filesToImport = {
  'subjects.csv': 'identifier\nS-101 Å\nS-102\n',
  'Visit.csv': 'identifier,weight,Side\nS-101 Å,61.5,right\n',
  // More than fits into a call.
  'large.csv': `identifier,created_by\n${many(90, (n) => `L-${n},${'x'.repeat(100_000)}\n`)}`,
  'large-wrong.csv': `identifier,created_by\n${many(90, (n) => `${n === 80 ? '' : `W-${n}`},${'x'.repeat(100_000)}\n`)}`,
  'redcap.csv': 'record_id,weight,side,visit_complete\nP-1,61.5,,2\nP-2,70,,2\n',
  'wrong.csv': 'identifier,weight\nS-101 Å,heavy\n',
}
const nothing = {
  addedSubjects: 0,
  addedForms: 0,
  changedForms: 0,
  confirmed: 0,
  leftOut: 0,
  leftOutColumns: [],
  origins: [],
}

test.runIf(hasPandas)('Python imports definitions, subjects and values, and exports chosen subjects', async () => {
  const studyid = await newStudy('Python')
  const said = answered(
    await bed.inPython(`
e, study = os.environ, "${studyid}"
folder = e["FOLDER"] + "/"
definitions = casebook.definitions(e["SITE"], e["STUDY"])
foreseen = casebook.import_definitions(study, definitions, preview=True)
left_out = casebook.left_out_definitions(study, definitions[: definitions.rindex("}")] + ', "leftOut": [{"formType": "Visit", "field": "Old"}, {"activityType": "Run"}]}')
judged = casebook.import_definitions(study, definitions)
visit = casebook.form_types(study)[0]["formtypeid"]
subjects = casebook.import_file(e["SITE"], study, folder + "subjects.csv")
values = casebook.import_file(e["SITE"], study, folder + "Visit.csv", visit)
again = casebook.import_file(e["SITE"], study, folder + "Visit.csv", visit)
wrong = casebook.import_file(e["SITE"], study, folder + "wrong.csv", visit, preview=True)
try:
    casebook.import_file(e["SITE"], study, folder + "wrong.csv", visit)
except CasebookError as error:
    refusal = [error.reason, [(m["row"], m["column"], m["reason"]) for m in error.mistakes]]
table = casebook.forms_frame(study, "Visit")
chosen = [s["subjectid"] for s in casebook.subjects(study) if s["identifier"] == "S-102"]
export = casebook.export(folder + "chosen-python.zip", e["SITE"], study, subjectids=chosen)
import csv, io, zipfile
exported = csv.DictReader(io.StringIO(zipfile.ZipFile(folder + "chosen-python.zip").read("subjects.csv").decode()))
print(json.dumps([foreseen == judged, [(d["name"], d["action"]) for d in judged], subjects, values, again, wrong["mistakes"][0]["row"],
  wrong["mistakes"][0]["column"], refusal, list(table["identifier"]), list(table["weight"]), export["state"],
  [row["identifier"] for row in exported], [(one["sheet"], one["text"], one["reason"]) for one in left_out],
  casebook.left_out_definitions(study, definitions)]))`),
  )
  expect(said).toEqual([
    true,
    [
      ['Visit', 'MAKE'],
      ['Stairs', 'MAKE'],
    ],
    { ...nothing, addedSubjects: 2, unchanged: 0, mistakes: [] },
    { ...nothing, addedForms: 1, unchanged: 0, mistakes: [] },
    { ...nothing, unchanged: 1, mistakes: [] },
    2,
    'weight',
    ['import.mistakes', [[2, 'weight', 'value.number']]],
    ['S-101 Å'],
    [61.5],
    'DONE',
    ['S-102'],
    [
      ['Visit', 'Old', 'definitions.retired'],
      [null, 'Run', 'definitions.removed.activity-type'],
    ],
    [],
  ])
})

test.runIf(hasR)('R imports definitions, subjects and values, and exports chosen subjects', async () => {
  const studyid = await newStudy('R')
  const said = answered(
    await bed.inR(`
study <- "${studyid}"
path <- function(name) file.path(e("FOLDER"), name)
judged <- cb_import_definitions(server, study, cb_definitions(server, e("SITE"), e("STUDY")))
foreseen <- cb_import_definitions(server, study, cb_definitions(server, e("SITE"), e("STUDY")), preview = TRUE)
left_out <- cb_left_out_definitions(server, study,
  '{"casebook":"definitions","format":1,"formTypes":[],"activityTypes":[],"leftOut":[{"formType":"Visit","field":"Old"},{"activityType":"Run"}]}')
visit <- cb_form_types(server, study)[[1]]$formtypeid
subjects <- cb_import(server, e("SITE"), study, path("subjects.csv"))
values <- cb_import(server, e("SITE"), study, path("Visit.csv"), visit)
again <- cb_import(server, e("SITE"), study, path("Visit.csv"), visit)
wrong <- cb_import(server, e("SITE"), study, path("wrong.csv"), visit, preview = TRUE)
refusal <- tryCatch(cb_import(server, e("SITE"), study, path("wrong.csv"), visit), casebook_error = function(error) error$reason)
forms <- cb_forms(server, study, "Visit")
all <- cb_subjects(server, study)
export <- cb_export(server, path("chosen-r.zip"), e("SITE"), study, subjectids = all$subjectid[all$identifier == "S-102"])
exported <- read.csv(unz(path("chosen-r.zip"), "subjects.csv"))
cat(jsonlite::toJSON(list(judged$action, foreseen$action, subjects$addedSubjects, values$addedForms, again$unchanged,
  wrong$mistakes$row, wrong$mistakes$column, refusal, forms$identifier, forms$weight, export$state, exported$identifier,
  cb_activity_types(server, study)$description, nrow(cb_files(server, all$subjectid[1])), left_out$sheet, left_out$text), auto_unbox = TRUE, na = "null"))`),
  )
  expect(said).toEqual([
    ['MAKE', 'MAKE'],
    ['SAME', 'SAME'],
    2,
    1,
    1,
    2,
    'weight',
    'import.mistakes',
    'S-101 Å',
    61.5,
    'DONE',
    'S-102',
    'Stairs',
    0,
    ['Visit', null],
    ['Old', 'Run'],
  ])
})

test.runIf(hasPandas)('Python imports and exports data of REDCap', async () => {
  const studyid = await newStudy('REDCap by Python')
  const said = answered(
    await bed.inPython(`
e, study = os.environ, "${studyid}"
folder = e["FOLDER"] + "/"
casebook.import_definitions(study, casebook.definitions(e["SITE"], e["STUDY"]))
data = folder + "redcap.csv"
foreseen = casebook.import_file(e["SITE"], study, data, format="REDCAP", preview=True)
done = casebook.import_file(e["SITE"], study, data, format="REDCAP")
again = casebook.import_file(e["SITE"], study, data, format="REDCAP")
try:
    casebook.import_file(e["SITE"], study, folder + "large.csv", format="REDCAP")
except ValueError as error:
    refusal = str(error)
casebook.export(folder + "redcap-python.zip", e["SITE"], study, redcap=True)
import csv, io, zipfile
rows = list(csv.DictReader(io.StringIO(zipfile.ZipFile(folder + "redcap-python.zip").read("redcap/data.csv").decode("utf-8-sig"))))
print(json.dumps([foreseen == done, done["addedSubjects"], done["addedForms"], again["unchanged"], refusal,
  sorted((row["record_id"], row["weight"], row["visit_complete"]) for row in rows)]))`),
  )
  const rows = [
    ['P-1', '61.5', '2'],
    ['P-2', '70', '2'],
  ]
  const refusal = 'A file of the format REDCAP must fit into a call: at most 8,000,000 bytes.'
  expect(said).toEqual([true, 2, 2, 2, refusal, rows])
})

test.runIf(hasR)('R imports and exports data of REDCap', async () => {
  const studyid = await newStudy('REDCap by R')
  const said = answered(
    await bed.inR(`
study <- "${studyid}"
path <- function(name) file.path(e("FOLDER"), name)
made <- cb_import_definitions(server, study, cb_definitions(server, e("SITE"), e("STUDY")))
redcap <- function(file, ...) cb_import(server, e("SITE"), study, path(file), format = "REDCAP", ...)
foreseen <- redcap("redcap.csv", preview = TRUE)
done <- redcap("redcap.csv")
again <- redcap("redcap.csv")
refusal <- tryCatch(redcap("large.csv"), error = conditionMessage)
export <- cb_export(server, path("redcap-r.zip"), e("SITE"), study, redcap = TRUE)
rows <- read.csv(unz(path("redcap-r.zip"), "redcap/data.csv"), fileEncoding = "UTF-8-BOM")
rows <- rows[order(rows$record_id), ]
cat(jsonlite::toJSON(list(identical(foreseen, done), done$addedSubjects, done$addedForms, again$unchanged, refusal, rows$record_id,
  rows$weight, rows$visit_complete), auto_unbox = TRUE))`),
  )
  const refusal = 'A file of the format REDCAP must fit into a call: at most 8 MB.'
  expect(said).toEqual([true, 2, 2, 2, refusal, ['P-1', 'P-2'], [61.5, 70], [2, 2]])
})

test.runIf(hasPandas)(
  'Python sends a large file to the store, and hands on its progress and every mistake',
  async () => {
    const studyid = await newStudy('Large by Python')
    const said = answered(
      await bed.inPython(`
e, study, steps = os.environ, "${studyid}", []
folder = e["FOLDER"] + "/"
foreseen = casebook.import_file(e["SITE"], study, folder + "large.csv", preview=True)
before = len(casebook.subjects(study))
done = casebook.import_file(e["SITE"], study, folder + "large.csv", on_progress=lambda state, share: steps.append(state))
try:
    casebook.import_file(e["SITE"], study, folder + "large-wrong.csv")
except CasebookError as error:
    refusal = [error.reason, [(m["row"], m["reason"]) for m in error.mistakes]]
unchecked = []
for _ in range(6):
    try:
        casebook.import_file(e["SITE"], study, folder + "large.csv", confirmed="x" * 20_000)
    except CasebookError as error:
        unchecked.append(error.reason)
print(json.dumps([before, foreseen == done, done["addedSubjects"], sorted(set(steps)), refusal, len(casebook.subjects(study)), unchecked]))`),
    )
    const refused = ['import.mistakes', [[82, 'import.subject.unnamed']]]
    // None of them stays among the imports that a person may have at once.
    const unchecked = Array.from({ length: 6 }, () => 'text.too-heavy')
    expect(said).toEqual([0, true, 90, ['CHECKING', 'IMPORTING'], refused, 90, unchecked])
  },
)

test.runIf(hasR)('R sends a large file to the store, and hands on its progress and every mistake', async () => {
  const studyid = await newStudy('Large by R')
  const said = answered(
    await bed.inR(`
study <- "${studyid}"
path <- function(name) file.path(e("FOLDER"), name)
steps <- character()
foreseen <- cb_import(server, e("SITE"), study, path("large.csv"), preview = TRUE)
before <- nrow(cb_subjects(server, study))
done <- cb_import(server, e("SITE"), study, path("large.csv"), progress = function(state, share) steps <<- c(steps, state))
refusal <- tryCatch(cb_import(server, e("SITE"), study, path("large-wrong.csv")), casebook_error = identity)
again <- function(n) tryCatch(cb_import(server, e("SITE"), study, path("large.csv"), confirmed = strrep("x", 20000)),
  casebook_error = function(refusal) refusal$reason)
unchecked <- unique(vapply(1:6, again, ""))
cat(jsonlite::toJSON(list(before, identical(foreseen, done), done$addedSubjects, sort(unique(steps)), refusal$reason,
  refusal$mistakes$row, nrow(cb_subjects(server, study)), unchecked), auto_unbox = TRUE))`),
  )
  // None of them stays among the imports that a person may have at once.
  expect(said).toEqual([0, true, 90, ['CHECKING', 'IMPORTING'], 'import.mistakes', 82, 90, 'text.too-heavy'])
})
