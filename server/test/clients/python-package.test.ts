import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { hasPython, python, say, works } from '../scripting-bed.ts'

const hasMypy = works('mypy', '--version')
const source = fileURLToPath(new URL('../../../clients/python/src/casebook_client', import.meta.url))

test.runIf(hasMypy)('the type hints of the Python client hold, for every function of it (needs mypy)', async () => {
  // Answers of the API are of any type, and pandas may lack hints.
  const options = ['--strict', '--no-warn-return-any', '--ignore-missing-imports', '--python-version', '3.9']
  const { code, out } = await say('mypy', [...options, '--cache-dir', '/dev/null', source], {})
  expect([code, out]).toEqual([0, expect.stringContaining('Success: no issues found')])
})

test.runIf(hasPython)('all that scripts see of the Python client has a docstring', async () => {
  const code = `
import inspect, casebook_client
seen = [casebook_client, *(getattr(casebook_client, name) for name in casebook_client.__all__)]
seen += [member for part in seen if inspect.isclass(part) for name, member in vars(part).items() if inspect.isfunction(member) and not name.startswith("_")]
print(len(seen) > 20, [part.__name__ for part in seen if not inspect.getdoc(part)])`
  const env = { PYTHONPATH: join(source, '..'), PYTHONDONTWRITEBYTECODE: '1' }
  expect(await say(python, ['-c', code], env)).toMatchObject({ code: 0, out: 'True []\n' })
})
