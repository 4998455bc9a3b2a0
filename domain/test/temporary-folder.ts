import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder that is gone again after the test that asks for it. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'casebook-export-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}
