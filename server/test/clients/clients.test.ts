import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../beds/live.ts'
import { run } from '../beds/operations.ts'
import { hasPandas, hasPython, hasR, python } from '../scripting-bed.ts'
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
    ['float64', 'datetime64[ns]', 'category', 'boolean', 'timedelta64[ns]'],
    ['70.5', '2026-10-20 00:00:00', 'left', 'False', '1 days 00:30:00'],
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
  names(forms), vapply(forms, function(column) class(column)[1], "")[6:10], format(forms$Day), forms$weight, as.character(forms$Side), forms[["R\\u00f8yker"]], as.numeric(forms$At, units = "secs"),
  c(class(forms$changedAt)[1], class(cb_activities(server, e("STUDY"))$startTime)[1])),
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
    ['numeric', 'Date', 'factor', 'logical', 'difftime'],
    '2026-10-20',
    70.5,
    'left',
    false,
    88_200,
    ['POSIXct', 'POSIXct'],
  ])
})

describe('choices by their labels, with the codes beside them', () => {
  const options = [
    { code: '0', label: 'None' },
    { code: '2', label: 'Strong' },
    { code: '3', label: 'None' },
  ]
  beforeAll(async () => {
    const { STUDY: studyid, SUBJECT: subjectid } = bed.env
    const fields = [
      { name: 'Pain', type: 'Choice', required: false, options: options.slice(0, 2) },
      { name: 'Again', type: 'Choice', required: false, options },
    ]
    const { formtypeid } = await run(bed.chief, 'addFormType', { studyid, identifier: 'Pain', fields })
    const values = fields.map(({ name }) => ({ key: name, value: '2' }))
    await run(bed.chief, 'addForm', { input: { subjectid, formtypeid, fields: values } })
  })
  const expected = [
    [['0', '2'], '2', ['0', '2', '3']],
    [['None', 'Strong'], 'Strong', ['None [0]', 'Strong [2]', 'None [3]']],
    [
      ['0', '2'],
      ['0', '2', '3'],
    ],
  ]

  test.runIf(hasPandas)('in Python', async () => {
    const said = answered(
      await bed.inPython(`
study = os.environ["STUDY"]
plain, labelled = casebook.forms_frame(study, "Pain"), casebook.forms_frame(study, "Pain", labels=True)
of = lambda table: [list(table["Pain"].cat.categories), table["Pain"][0], list(table["Again"].cat.categories)]
print(json.dumps([of(plain), of(labelled), list(labelled.attrs["codes"].values())]))`),
    )
    expect(said).toEqual(expected)
  })

  test.runIf(hasR)('in R', async () => {
    const said = answered(
      await bed.inR(`
plain <- cb_forms(server, e("STUDY"), "Pain")
labelled <- cb_forms(server, e("STUDY"), "Pain", labels = TRUE)
of <- function(table) list(levels(table$Pain), as.character(table$Pain), levels(table$Again))
cat(jsonlite::toJSON(list(of(plain), of(labelled), list(attr(labelled$Pain, "codes"), attr(labelled$Again, "codes"))), auto_unbox = TRUE))`),
    )
    expect(said).toEqual(expected)
  })
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

test.runIf(hasPython)(
  'Python brings a folder to the state of each export, and fetches only what changed',
  {
    timeout: 240_000,
  },
  async () => {
    const { FOLDER, SITE, STUDY } = bed.env
    const code = `
import casebook_client.updates as updates
folder = "${FOLDER}/nightly"
def whole():
    manifest = json.load(open(folder + "/manifest.json"))
    return all(updates._is_same(os.path.join(folder, entry["path"]), entry) for entry in manifest["entries"])
def night():
    done = casebook.update_export(folder, "${SITE}", "${STUDY}", history=False)
    return [len(done["fetched"]) == done["entries"], "subjects.csv" in done["fetched"],
        any(path.startswith("files/") for path in done["fetched"]), whole()]
first = night()
open(folder + "/own.txt", "w").write("mine")
same = night()
# What an export before had, and this one has not.
manifest = json.load(open(folder + "/manifest.json"))
manifest["entries"].append({"path": "forms.csv.old", "size": 1, "sha256": ""})
json.dump(manifest, open(folder + "/manifest.json", "w"))
open(folder + "/forms.csv.old", "w").write("x")
open(folder + "/subjects.csv", "a").write("damaged")
class Broken:
    def __init__(self, source): self.source = source
    def read(self, size):
        if self.source is None: raise ConnectionResetError("broken off")
        source, self.source = self.source, None
        return source.read(1)
real, refused = updates._store, []
def broken(folder, source, entry):
    # The history, which the export of the next night does not have, arrives, and half of what comes after it.
    real(folder, source, entry)
    if entry["path"] == "history.csv":
        import io, subprocess, sys
        again = subprocess.run([sys.executable, "-m", "casebook_client", "update-export", folder, "--site", "${SITE}"], capture_output=True, text=True)
        refused.extend([again.returncode, again.stderr.startswith(f"Another update of the folder {folder} runs.")])
        real(folder, Broken(io.BytesIO(b"half")), {"path": "half.csv", "sha256": ""})
updates._store = broken
try:
    casebook.update_export(folder, "${SITE}", "${STUDY}")
except ExportError as error:
    failure = [bool(error.exportid), os.path.exists(folder + "/forms.csv.old"), os.path.exists(folder + "/history.csv"), *refused]
updates._store = real
print(json.dumps([first[:2] + first[3:], same, failure]))`
    expect(answered(await bed.inPython(code))).toEqual([
      [true, true, true],
      [false, false, false, true],
      [true, true, true, 1, true],
    ])
    // The next night goes on.
    const command = `
import sys, casebook_client.__main__ as command, casebook_client.updates as updates
folder = "${FOLDER}/nightly"
sys.argv = ["", "update-export", folder, "--site", "${SITE}", "--study", "${STUDY}", "--no-history"]
status = command.main()
manifest = json.load(open(folder + "/manifest.json"))
print(json.dumps([status, all(updates._is_same(os.path.join(folder, entry["path"]), entry) for entry in manifest["entries"]),
    sorted({os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names}
        - {entry["path"] for entry in manifest["entries"]}), open(folder + "/own.txt").read()]))`
    const said = await bed.inPython(command)
    expect(said.out).toMatch(/^\d+ of \d+ entries fetched, [2-9] removed\n/)
    expect(answered(said)).toEqual([0, true, ['manifest.json', 'own.txt'], 'mine'])
  },
)

test.runIf(hasR)(
  'each night R brings a folder to a new export, fetches what changed and goes on after a failure',
  async () => {
    const { FOLDER, SITE, STUDY } = bed.env
    const begin = `
folder <- "${FOLDER}/nightly-r"
manifest <- function() jsonlite::fromJSON(file.path(folder, "manifest.json"), simplifyVector = FALSE)
is_whole <- function() all(vapply(manifest()$entries, function(entry) {
  casebook:::is_same_file(casebook:::within_folder(folder, entry$path), entry)
}, NA))
say <- function(...) cat(jsonlite::toJSON(list(...), auto_unbox = TRUE))
is_in <- function(name) file.exists(file.path(folder, name))
refused <- function(work) tryCatch({ work; "" }, error = conditionMessage)`
    const code = `${begin}
night <- function() {
  done <- cb_update_export(server, folder, "${SITE}", "${STUDY}", history = FALSE)
  list(length(done$fetched) == done$entries, "subjects.csv" %in% done$fetched, any(startsWith(done$fetched, "files/")), is_whole())
}
first <- night()
cat("mine", file = file.path(folder, "own.txt"))
same <- night()
# What an export before had, and this one has not.
more <- manifest()
more$entries <- c(more$entries, list(list(path = "forms.csv.old", size = 1, sha256 = "")))
cat(jsonlite::toJSON(more, auto_unbox = TRUE), file = file.path(folder, "manifest.json"))
cat("x", file = file.path(folder, "forms.csv.old"))
cat("damaged", file = file.path(folder, "subjects.csv"), append = TRUE)
real <- casebook:::store_entry
broken <- function(folder, zip, entry) {
  # The history, which the export of the next night does not have, arrives, and half of what comes after it.
  real(folder, zip, entry)
  if (entry$path == "history.csv") {
    second <- refused(casebook::cb_update_export(casebook::casebook(), folder, e("SITE")))
    assign("second", second, globalenv())
    # The process ends without letting go of the folder.
    cat("half", file = file.path(folder, ".update.part"))
    stop("broken off")
  }
}
assignInNamespace("store_entry", broken, "casebook")
assignInNamespace("hold_folder", local({ hold <- casebook:::hold_folder; function(folder) { hold(folder); function() NULL } }), "casebook")
failure <- tryCatch(cb_update_export(server, folder, "${SITE}", "${STUDY}"), casebook_export_error = identity)
say(first[-3], same, grepl("broken off", conditionMessage(failure)), nchar(failure$exportid) > 0, is_in("forms.csv.old"),
  is_in("history.csv"), is_in(".update.running"), grepl("Another update of the folder", second))`
    expect(answered(await bed.inR(code))).toEqual([
      [true, true, true],
      [false, false, false, true],
      ...Array(6).fill(true),
    ])
    // The next night goes on.
    const next = `${begin}
done <- cb_update_export(server, folder, "${SITE}", "${STUDY}", history = FALSE)
paths <- vapply(manifest()$entries, function(entry) entry$path, "")
left <- setdiff(list.files(folder, all.files = TRUE, recursive = TRUE, no.. = TRUE), paths)
outside <- refused(casebook:::within_folder(folder, "../own.txt"))
say(length(done$removed) >= 2, is_whole(), left, readLines(file.path(folder, "own.txt"), warn = FALSE),
  grepl("outside of the folder", outside))`
    const said = await bed.inR(next)
    expect(answered(said)).toEqual([true, true, ['manifest.json', 'own.txt'], 'mine', true])
    // The folder is of the same shape for Python, which finds nothing to remove.
    const python = `print(json.dumps(casebook.update_export("${FOLDER}/nightly-r", "${SITE}", "${STUDY}", history=False)["removed"]))`
    expect(answered(await bed.inPython(python))).toEqual([])
  },
)

test.runIf(hasR && hasPython)(
  'R and Python keep the folder to one update of either, and take over what a process that ended has left',
  async () => {
    const code = `
folder <- file.path(e("FOLDER"), "either")
dir.create(folder)
owner <- file.path(folder, ".update.running", "owner")
python <- function(lines, ...) {
  program <- c("import os, time, casebook_client.updates as updates", paste0("folder = '", folder, "'"), lines)
  system2("${python}", c("-c", shQuote(paste(program, collapse = "\n"))), ...)
}
try_python <- function() python(c("try:", "    with updates.alone(folder): print('taken')",
  "except BlockingIOError as held: print(held)"), stdout = TRUE)
try_r <- function() tryCatch({ casebook:::hold_folder(folder)(); "taken" }, error = conditionMessage)
release <- casebook:::hold_folder(folder)
while_r <- c(try_python(), try_r())
release()
after_r <- try_python()
go <- file.path(folder, "go")
python(c("with updates.alone(folder):", paste0("    while not os.path.exists('", go, "'): time.sleep(0.05)")), wait = FALSE)
while (!file.exists(owner) || length(readLines(owner)) < 3) Sys.sleep(0.05)
while_python <- c(try_r(), try_python())
file.create(go)
while (dir.exists(dirname(owner))) Sys.sleep(0.05)
# Somebody ends without letting go; another process has the number of the one that did.
left <- function(own) { dir.create(dirname(owner)); writeLines(own, owner) }
python(c("with updates.alone(folder): os._exit(0)"))
ended <- c(file.exists(owner), try_r())
casebook:::hold_folder(folder)
said <- readLines(owner)
reused <- vapply(list(try_r, try_python), function(attempt) {
  unlink(dirname(owner), recursive = TRUE)
  left(c(said[1:2], "1"))
  attempt()
}, "")
elsewhere <- vapply(list(try_r, try_python), function(attempt) {
  unlink(dirname(owner), recursive = TRUE)
  left(c("1", "another-machine", "1"))
  attempt()
}, "")
cat(jsonlite::toJSON(list(while_r, after_r, while_python, ended, reused, elsewhere), auto_unbox = TRUE))`
    const held = expect.stringMatching(
      /^Another update of the folder .+ runs\. If none does, remove .+\.update\.running\.$/,
    )
    expect(answered(await bed.inR(code))).toEqual([
      [held, held],
      'taken',
      [held, held],
      ['TRUE', 'taken'],
      ['taken', 'taken'],
      [held, held],
    ])
  },
)

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

describe('a study with a removed form type, a retired field and days beyond the range of nanoseconds', () => {
  let studyid: string
  beforeAll(async () => {
    const { chief, env } = bed
    studyid = (await run(chief, 'addStudy', { siteid: env.SITE, name: 'Long ago' })).studyid
    const { subjectid } = await run(chief, 'addSubjectV2', { input: { siteid: env.SITE, studyid, identifier: 'L-1' } })
    const fields = ['Day', 'Gone'].map((name) => {
      return { name, type: name === 'Day' ? 'Date' : 'String', required: false }
    })
    for (const identifier of ['Kept', 'Removed']) {
      const { formtypeid } = await run(chief, 'addFormType', { studyid, identifier, fields })
      // 1 January 1600, and 2300.
      const day = identifier === 'Kept' ? '-11676052800' : '10413835200'
      const values = [
        { key: 'Day', value: day },
        { key: 'Gone', value: 'old' },
      ]
      await run(chief, 'addForm', { input: { subjectid, formtypeid, fields: values } })
      if (identifier === 'Removed') await run(chief, 'removeFormType', { studyid, formtypeid })
      else
        await run(chief, 'updateFormType', { formtypeid, input: { studyid, identifier, fields: fields.slice(0, 1) } })
    }
  })

  test.runIf(hasPandas)('is read by Python', async () => {
    const code = `
kept, removed = [casebook.forms_frame("${studyid}", name) for name in ("Kept", "Removed")]
print(json.dumps([list(kept.columns)[5:], [str(x) for x in kept.iloc[0]][5:], [str(x) for x in removed.iloc[0]][5:],
  [t["identifier"] for t in casebook.form_types("${studyid}")], [t["identifier"] for t in casebook.form_types("${studyid}", removed=True)]]))`
    expect(answered(await bed.inPython(code))).toEqual([
      ['Day', 'Gone (retired)'],
      ['1600-01-01', 'old'],
      ['2300-01-01', 'old'],
      ['Kept'],
      ['Kept', 'Removed'],
    ])
  })

  test.runIf(hasR)('is read by R', async () => {
    const code = `
kept <- cb_forms(server, "${studyid}", "Kept"); removed <- cb_forms(server, "${studyid}", "Removed")
cat(jsonlite::toJSON(list(names(kept)[6:7], format(kept$Day), kept[[7]], format(removed$Day), removed$Gone), auto_unbox = TRUE))`
    const expected = [['Day', 'Gone (retired)'], '1600-01-01', 'old', '2300-01-01', 'old']
    expect(answered(await bed.inR(code))).toEqual(expected)
  })
})

describe('a download', () => {
  let whole: Buffer
  let exportid: string
  beforeAll(async () => {
    const { chief, env } = bed
    const input = { siteid: env.SITE, studyid: env.STUDY }
    exportid = (await run(chief, 'addExport', { input })).exportid
    await until(
      'the export is made',
      async () => (await run(chief, 'getExport', { exportid })).state === 'DONE',
      30_000,
    )
    const address = await run(chief, 'getExportLink', { exportid })
    whole = Buffer.from(await (await fetch(address)).arrayBuffer())
  })
  const leave = (name: string, bytes: Buffer) => writeFile(`${bed.env.FOLDER}/${name}.${exportid}.part`, bytes)
  const flipped = () => {
    const bytes = Buffer.from(whole)
    const place = bytes.indexOf('sites.csv') + 40
    bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
    return bytes
  }

  test.runIf(hasPython)('is continued and verified by Python', async () => {
    const { FOLDER } = bed.env
    await leave('resumed.zip', whole.subarray(0, 1000))
    await leave('damaged.zip', flipped())
    const code = `
import casebook_client.files as files
asked, real = [], files._append
def append(address, part, have, timeout):
    asked.append(have)
    if len(asked) == 1:
        real(address, part, have, timeout)
        open(part, "r+b").truncate(2000)
        raise ConnectionResetError("broken off")
    real(address, part, have, timeout)
files._append = append
done = casebook.fetch_export("${exportid}", "${FOLDER}/resumed.zip")
try:
    casebook.fetch_export("${exportid}", "${FOLDER}/damaged.zip")
except ExportError as error:
    failure = [error.exportid, "SHA-256" in str(error) or "CRC" in str(error)]
print(json.dumps([asked, done["state"], failure, os.path.exists("${FOLDER}/damaged.zip"), os.path.exists("${FOLDER}/damaged.zip.${exportid}.part")]))`
    expect(answered(await bed.inPython(code))).toEqual([[1000, 2000], 'DONE', [exportid, true], false, false])
    expect((await readFile(`${FOLDER}/resumed.zip`)).equals(whole)).toBe(true)
  })

  test.runIf(hasR)('is continued and verified by R', async () => {
    const { FOLDER } = bed.env
    await leave('resumed-r.zip', whole.subarray(0, 1000))
    await leave('damaged-r.zip', flipped())
    const code = `
done <- cb_fetch_export(server, "${exportid}", "${FOLDER}/resumed-r.zip")
failure <- tryCatch(cb_fetch_export(server, "${exportid}", "${FOLDER}/damaged-r.zip"), casebook_export_error = function(error) error$exportid)
cat(jsonlite::toJSON(list(done$state, failure, file.exists("${FOLDER}/damaged-r.zip")), auto_unbox = TRUE))`
    expect(answered(await bed.inR(code))).toEqual(['DONE', exportid, false])
    expect((await readFile(`${FOLDER}/resumed-r.zip`)).equals(whole)).toBe(true)
  })

  test.runIf(hasPython)('of an export that was cancelled fails with its id', async () => {
    const code = `
try:
    casebook.fetch_export("nosuch", "${bed.env.FOLDER}/none.zip")
except ExportError as error:
    print(json.dumps([error.exportid, str(error)]))`
    expect(answered(await bed.inPython(code))).toEqual(['nosuch', expect.stringContaining('nosuch')])
  })
})

describe('a token goes only to the server that it was given for', () => {
  const asked: string[] = []
  let elsewhere: Server
  let redirecting: Server
  const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  beforeAll(async () => {
    elsewhere = createServer((request, response) => {
      asked.push(request.headers.authorization ?? '')
      response.end('{"data":{"me":{"given_name":"An impostor"}}}')
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    redirecting = createServer((request, response) => {
      const status = Number(request.url?.split('/')[1])
      response.writeHead(status, { location: `${originOf(elsewhere)}/graphql` }).end()
    })
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    elsewhere.close()
    redirecting.close()
  })

  test.runIf(hasPython)('by the Python client, whatever redirects it', async () => {
    const said = await bed.inPython(`
refusals = []
for status in [301, 302, 303, 307, 308]:
    try:
        Casebook(url="${originOf(redirecting)}/" + str(status)).me()
    except CasebookError as error:
        refusals.append([error.status, "redirects" in str(error)])
for url in ["http://casebook.example", "http://127.0.0.1.example", "ftp://casebook.example", "casebook.example"]:
    try:
        Casebook(url=url)
    except ValueError as error:
        refusals.append("https" in str(error))
Casebook(url="https://casebook.example")
Casebook(url="http://localhost:4000")
Casebook(url="http://[::1]:4000")
print(json.dumps(refusals))`)
    expect(answered(said)).toEqual([
      ...[301, 302, 303, 307, 308].map((status) => [status, true]),
      ...[true, true, true, true],
    ])
    expect(asked).toEqual([])
  })

  test.runIf(hasR)('by the R client, whatever redirects it', async () => {
    const said = await bed.inR(`
said <- function(work) tryCatch({ work; "answered" }, error = conditionMessage)
redirects <- sapply(c(301, 302, 303, 307, 308), function(status) said(cb_call(casebook(paste0("${originOf(redirecting)}/", status)), "{ me { sub } }")))
plain <- sapply(c("http://casebook.example", "http://127.0.0.1.example", "ftp://casebook.example"), function(url) said(casebook(url)))
fine <- sapply(c("https://casebook.example", "http://localhost:4000", "http://[::1]:4000"), function(url) said(casebook(url)))
cat(jsonlite::toJSON(list(grepl("redirects", redirects), grepl("https", plain), fine == "answered")))`)
    expect(answered(said)).toEqual([Array(5).fill(true), Array(3).fill(true), Array(3).fill(true)])
    expect(asked).toEqual([])
  })
})
