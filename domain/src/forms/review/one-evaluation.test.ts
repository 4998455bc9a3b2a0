import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('../../../..', import.meta.url).pathname

function sourcesOf(workspace: string): Map<string, string> {
  const folder = join(root, workspace, 'src')
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
  return new Map(paths.map((path) => [`${workspace}/src/${path}`, readFileSync(join(folder, path), 'utf8')]))
}

const judgement = "from '@casebook/domain/forms/judgement.ts'"

test('browser and server judge by the same module, and none of them evaluates otherwise', () => {
  const all = [...sourcesOf('server'), ...sourcesOf('web')]
  for (const path of ['server/src/forms/forms.resolvers.ts', 'web/src/forms/values/judged-form.ts']) {
    expect(new Map(all).get(path)).toMatch(new RegExp(`judgeForm[^;]*?${judgement.replaceAll('.', '\\.')}`, 's'))
  }
  const own = all.filter(([, text]) =>
    /@marcbachmann\/cel-js|domain\/expressions\/functions|\beval\(|new Function\(/.test(text),
  )
  expect(own.map(([path]) => path)).toEqual([])
})
