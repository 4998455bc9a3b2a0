import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Table } from '../columns/column.ts'
import { Profiles } from '../columns/profile.ts'
import { tablesOf } from '../columns/tables.ts'
import { codedRows } from '../testing/coded-rows.ts'
import { memoryRows } from '../testing/memory-rows.ts'
import { sasProgram } from './sas.ts'
import { stataDoFile } from './stata.ts'

// Neither program can be had: what people typed must stand in quotes and comments only, as the manuals define them.

/** What SAS reads outside of comments and of single quotes, in which it expands no macro; two are one within them. */
function outsideSas(program: string): string {
  return program.replace(/\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, '')
}

/** What Stata reads outside of lines of comment and of quotes, in which a backslash keeps a macro from being expanded. */
function outsideStata(program: string): string {
  return program.replace(/^\*.*$/gm, '').replace(/"(?:[^"\\`$\n]|\\[\\`$])*"/g, '')
}

async function expectQuoted(table: Table) {
  const profile = await new Profiles().of(table)
  const [sas, stata] = [sasProgram(table, profile), stataDoFile(table, profile)]
  expect(outsideSas(sas)).toMatch(/^[\w\s$.;=(),+]*$/)
  expect(outsideStata(stata)).toMatch(/^[\w\s%.:=(),+*-]*$/)
  // A comment that begins anywhere, even in a comment, would hide what follows.
  expect(stata).not.toMatch(/\/[*/]/)
}

test('what people typed is in quotes and comments only, in the programs for SAS and Stata', async () => {
  await fc.assert(
    fc.asyncProperty(
      codedRows,
      fc.constantFrom('A /* of', 'B // ///', '*/ C', `'"D" &x %y \`z' $w`),
      async (lists, identifier) => {
        const formTypes = lists.formTypes.map((type) => ({ ...type, identifier }))
        const { records, forms } = tablesOf(memoryRows({ ...lists, formTypes }))
        for (const table of [...records, ...forms]) await expectQuoted(table)
      },
    ),
    { numRuns: 25 },
  )
})
