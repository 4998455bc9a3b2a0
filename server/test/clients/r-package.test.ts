import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { hasR, say } from '../scripting-bed.ts'

const source = fileURLToPath(new URL('../../../clients/r', import.meta.url))

test.runIf(hasR)('R CMD check finds nothing wrong with the package, not even a note (needs R)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'casebook-r-check-'))
  try {
    const inFolder = (command: string) => say('bash', ['-c', `cd '${folder}' && ${command}`], { HOME: folder })
    expect(await inFolder(`R CMD build '${source}'`)).toMatchObject({ code: 0 })
    const [archive = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tar.gz'))
    const { code, out } = await inFolder(`R CMD check --no-manual ${archive}`)
    expect([code, out.match(/\b(NOTE|WARNING|ERROR)\b.*/g), out]).toEqual([
      0,
      null,
      expect.stringContaining('Status: OK'),
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
