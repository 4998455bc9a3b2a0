import { execFileSync } from 'node:child_process'

/** The findings of an independent program in a bundle. */
export type Checked = {
  entries: number
  /** Entries that differ from the manifest, are not listed there, or are missing. */
  wrong: string[]
  manifestSha256: string
  /** Records by table, without the headings. */
  records: { [table: string]: number }
}

const script = `
import csv, hashlib, io, json, sys, zipfile
def sha256_of(entry):
    digest = hashlib.sha256()
    with bundle.open(entry) as file:  # also compares the entry's CRC-32
        while piece := file.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()
bundle = zipfile.ZipFile(sys.argv[1])
text = bundle.read("manifest.json")
listed = {entry["path"]: entry for entry in json.loads(text)["entries"]}
held = {entry.filename: entry for entry in bundle.infolist() if entry.filename != "manifest.json"}
wrong = sorted(set(listed) ^ set(held)) + ([] if len(held) + 1 == len(bundle.infolist()) else ["names given twice"])
for path in sorted(set(listed) & set(held)):
    if listed[path]["size"] != held[path].file_size or listed[path]["sha256"] != sha256_of(path) or "expected_sha256" in listed[path] or "expected_size" in listed[path]:
        wrong.append(path)
records = {}
for path in held:
    if path.endswith(".csv") and not path.startswith("files/"):
        with io.TextIOWrapper(bundle.open(path), encoding="utf-8", newline="") as file:
            records[path] = sum(1 for row in csv.reader(file)) - 1
print(json.dumps({"entries": len(held), "wrong": wrong, "manifestSha256": hashlib.sha256(text).hexdigest(), "records": records}))
`

/** Compares every entry of a bundle with its manifest, in Python. */
export function checkBundle(path: string): Checked {
  return JSON.parse(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' }))
}

/** The result as a table cell: complete, or the faults. */
export function toldOf(checked: Checked, sha256: string, expected: { [table: string]: number }): string {
  const faults = checked.wrong.slice(0, 5)
  if (checked.manifestSha256 !== sha256) faults.push('manifest.json is not the one on record')
  for (const [table, records] of Object.entries(expected)) {
    const found = Object.entries(checked.records)
      .filter(([path]) => path === table || (table.endsWith('/') && path.startsWith(table)))
      .reduce((sum, [, count]) => sum + count, 0)
    if (found !== records) faults.push(`${found} of ${records} records in ${table}`)
  }
  const held = Object.entries(expected).map(([table, records]) => `${records} in ${table}`)
  return faults.length > 0
    ? `FAULTS: ${faults.join('; ')}`
    : `complete: ${checked.entries} entries, each with the size and SHA-256 of the manifest; records: ${held.join(', ')}`
}
