import { hash } from 'node:crypto'
import { todayIn } from '@casebook/domain/activities/today.ts'
import { type CsvRow, readCsvPieces } from '@casebook/domain/exports/csv/read-csv.ts'
import { readHeadings } from '@casebook/domain/exports/import/headings.ts'
import type { ImportTarget } from '@casebook/domain/exports/import/import-plan.ts'
import { whyNotSeparated } from '@casebook/domain/exports/import/plan-import.ts'
import { PartsOfImport } from '@casebook/domain/exports/import/plan-parts.ts'
import type { Numbers } from '@casebook/domain/exports/import/rows-before.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import type { Scope } from '../access/scope.ts'
import { readsOf } from '../access/site-data.ts'
import { reasonOf, savePlan, shownMistake, startSeen } from '../imports/import-file.ts'
import {
  type ImportPlace,
  lockFormType,
  lockPlannedForms,
  plannedForms,
  readKnown,
  readPlace,
} from '../imports/imports.sql.ts'
import type { KeptOutcome } from '../imports/jobs/import-jobs.sql.ts'
import { findStudyRow } from '../studies/studies.sql.ts'
import { allowOccurrence } from '../writes/occurrences.sql.ts'
import { countChangesAtCommit, gatherStatistics } from '../writes/statistics.ts'
import { write } from '../writes/write.ts'
import type { Importers } from './importers.ts'
import { nothing } from './nothing.ts'
import { readText } from './read-text.ts'
import { scopeOf } from './scope-of.ts'
import { endWork, letAllReadAgain, type Work } from './work.sql.ts'

type Held = { worker: string; signal: AbortSignal; onProgress: (bytes: number) => void }

/** The file does not fit the study as it is now. */
export class Unfit extends Error {
  readonly outcome: KeptOutcome

  constructor(outcome: KeptOutcome) {
    super('The file does not fit the study.')
    this.outcome = outcome
  }
}

/** Rows that are planned and saved together: few enough for the memory and the statements' time limit. */
const rowsAtOnce = 1_000
/** UTF-16 code units of cells that wait to be planned: a few long rows weigh as much as a thousand others. */
const unitsAtOnce = 8_000_000

type Part = { target: ImportTarget; rows: readonly CsvRow[]; parts: PartsOfImport }

/** Reads the whole file in parts. `onPart` plans a part and keeps it, and returns whether to read on. */
async function readParts(
  { store }: Importers,
  { object_name }: Work,
  { target, held }: { target: ImportTarget; held: Held },
  onPart: (part: Part) => Promise<boolean>,
): Promise<{ outcome: KeptOutcome; hash: string }> {
  const text = readText(store, object_name, held)
  let parts: PartsOfImport | undefined
  let waiting: CsvRow[] = []
  let units = 0
  let isGoingOn = true
  let beginning = ''
  async function* pieces() {
    for await (const piece of text.pieces) {
      if (beginning === '') beginning = piece
      yield piece
    }
  }
  const isDue = (isLast = false) => isLast || waiting.length >= rowsAtOnce || units >= unitsAtOnce
  const rows = readCsvPieces(pieces())
  try {
    for (;;) {
      const next = await rows.next()
      if (!next.done) {
        waiting = [...waiting, ...next.value]
        units += unitsOf(next.value)
      }
      if (!parts && beginning !== '') {
        const why = whyNotSeparated(beginning)
        if (why) throw why
        const first = waiting.shift()
        if (!first && next.done) throw next.value ?? problem('import.empty')
        const headings = first && readHeadings(first, target.formtype)
        if (Array.isArray(headings)) throw new Unfit({ ...nothing, mistakes: headings.map(shownMistake) })
        if (headings) parts = new PartsOfImport(target, headings, { seen: hashed(), added: hashed() })
      }
      while (parts && isGoingOn && waiting.length > 0 && isDue(next.done)) {
        isGoingOn = await onPart({ target, rows: waiting.splice(0, rowsAtOnce), parts })
        units = unitsOf(waiting)
      }
      if (next.done && !parts) throw problem('import.empty')
      if (next.done || !isGoingOn) {
        if (next.done && next.value && isGoingOn) parts?.end(next.value)
        return { outcome: parts ? kept(parts) : nothing, hash: isGoingOn ? text.hash() : '' }
      }
    }
  } finally {
    // Closes the file, also if it was not read to the end.
    await rows.return(undefined)
  }
}

function unitsOf(rows: readonly CsvRow[]): number {
  let units = 0
  for (const { cells } of rows) for (const cell of cells) units += cell?.length ?? 0
  return units
}

/** Checks the file, and keeps what importing it would change. Changes nothing of the study, and locks nothing. */
export async function checkFile(importers: Importers, work: Work, held: Held): Promise<void> {
  const { db, scope: own } = importers
  const scope = await allowed(importers, work)
  const reader = readsOf(db, scope)
  const target = await readPlace(db, scope, placeOf(importers, work))
  const seen = startSeen()
  const { outcome, hash } = await readParts(importers, work, { target, held }, async ({ rows, parts }) => {
    const planned = parts.plan(await readKnown(reader, target, parts.named(rows)), rows)
    if (planned.answer.plan) seen.add(planned.answer.plan)
    return parts.keep(planned)
  }).catch((error: unknown) => {
    if (error instanceof Unfit) return { outcome: error.outcome, hash: '' }
    throw error
  })
  const study = await findStudyRow(db, scope, work.studyid)
  const why = study && outcome.addedSubjects > 0 ? whyStudyTakesNoChanges(study) : undefined
  const checked = why ? { ...nothing, mistakes: [shownMistake({ row: 1, column: null, problem: why })] } : outcome
  await endWork(readsOf(db, own), held.worker, work, {
    state: 'CHECKED',
    outcome: checked.mistakes.length > 0 ? checked : { ...checked, seen: seen.end() },
    ...(hash && { text_sha256: hash }),
  })
}

/** Imports the file in one transaction, as the person who asked for it. Throws Unfit; then nothing is imported. */
export async function importFile(importers: Importers, work: Work, held: Held): Promise<void> {
  const { db } = importers
  const scope = await allowed(importers, work)
  const place = placeOf(importers, work)
  const reason = reasonOf(work.filename, work.text_sha256 ?? '', place.confirmed)
  // In a transaction of its own: until it ends nobody else can save a form, and the import takes minutes.
  const { formtype } = await readPlace(db, scope, place)
  if (formtype?.occurrences)
    await write(db, scope, undefined, (tx) => allowOccurrence(tx, { visitid: '', occurrence: 2 }))
  await write(db, scope, reason, async (tx) => {
    if (place.formtypeid !== null) await lockFormType(tx, place)
    const target = await readPlace(tx, scope, place)
    const added: string[] = []
    const seen = startSeen()
    const { outcome, hash } = await readParts(importers, work, { target, held }, async ({ rows, parts }) => {
      held.signal.throwIfAborted()
      for (;;) {
        const known = await readKnown(tx, target, parts.named(rows))
        const planned = parts.plan(known, rows)
        const { plan } = planned.answer
        // The first mistake ends it: nothing is imported.
        if (!plan) {
          parts.keep(planned)
          return false
        }
        if (!(await lockPlannedForms(tx, place, plannedForms(plan)))) continue
        seen.add(plan)
        await savePlan(tx, scope, { place, target: known, plan, added })
        return parts.keep(planned)
      }
    })
    if (outcome.mistakes.length > 0) throw new Unfit(outcome)
    if (hash !== work.text_sha256) throw problem('import.job.changed')
    if (work.outcome?.seen && seen.end() !== work.outcome.seen) throw problem('import.job.outdated')
    // Again: the import took minutes.
    await allowed(importers, work)
    await countChangesAtCommit(tx)
    await letAllReadAgain(tx)
    held.signal.throwIfAborted()
    if (!(await endWork(tx, held.worker, work, { state: 'DONE', outcome })))
      throw new Error('The import is held elsewhere.')
  })
  await gatherStatistics(db)
}

/** The rights of the person, or of the token, as they are now. */
async function allowed(importers: Importers, work: Work): Promise<Scope> {
  const scope = await scopeOf(importers, work)
  if (!scope) throw problem('import.job.rights')
  return scope
}

function placeOf({ zone }: Importers, work: Work): ImportPlace {
  const { siteid, studyid, formtypeid, from_elsewhere, confirmed } = work
  return { siteid, studyid, formtypeid, fromElsewhere: from_elsewhere, confirmed, today: todayIn(zone) }
}

function kept(parts: PartsOfImport): KeptOutcome {
  const { totals, origins, leftOutColumns, mistakes } = parts.outcome()
  return { ...totals, origins, leftOutColumns, mistakes: mistakes.map(shownMistake) }
}

/** By the beginning of a hash of the keys: a million of them take no more room than they must. */
function hashed(): Numbers {
  const numbers = new Map<string, number>()
  const short = (key: string) => hash('sha1', key, 'base64').slice(0, 16)
  return { get: (key) => numbers.get(short(key)), set: (key, number) => void numbers.set(short(key), number) }
}
