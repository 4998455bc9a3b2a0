import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { projectNode, root, run } from './run.mjs'

const folder = mkdtempSync(join(tmpdir(), 'casebook-types-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the type errors of every workspace are reported, also after one that fails', async () => {
  const code = {
    first: `export const a: number = 'one'`,
    sound: 'export const b = 2',
    last: 'export const c: string = 3',
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ workspaces: Object.keys(code) }))
  for (const [workspace, text] of Object.entries(code)) {
    mkdirSync(join(folder, workspace))
    writeFileSync(join(folder, workspace, 'tsconfig.json'), '{ "compilerOptions": { "noEmit": true, "types": [] } }')
    writeFileSync(join(folder, workspace, 'code.ts'), text)
  }
  const script = join(root, 'scripts', 'typecheck.mjs')
  const result = await run(projectNode, [script, folder], { quietly: true })
  expect(result.code).toBe(1)
  expect(result.output).toMatch(/first\/code\.ts.*TS2322/)
  expect(result.output).toMatch(/last\/code\.ts.*TS2322/)
  expect(result.output).toContain('Type errors in: first, last\n')
}, 30_000)
