import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'

const generated = resolve(import.meta.dirname, 'src/generated/graphql.ts')
const separator = '?document='
const operation = /^export const (\w+Document) = new TypedDocumentString\((`[^`]*`)\) as unknown as .*$/gm
const importing = /^import \{([^}]*)\} from '([./]+\/generated\/graphql\.ts)'$/gm

/**
 * Makes each GraphQL operation a module of its own, so that a chunk carries only those it sends. Otherwise the first
 * load would carry the operations of all screens (3 kB, gzipped).
 */
export function splitDocuments(): Plugin {
  let operations = new Map<string, string>()
  return {
    name: 'casebook:split-documents',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      const code = await readFile(generated, 'utf8')
      operations = new Map([...code.matchAll(operation)].map(([, name = '', text = '']) => [name, text]))
      if (operations.size === 0) throw new Error('graphql.ts has no operations as split-documents.ts expects them.')
    },
    resolveId(id) {
      return id.includes(separator) ? { id, moduleSideEffects: false } : null
    },
    load(id) {
      const [path, name] = id.split(separator)
      if (name === undefined) return null
      const text = operations.get(name)
      if (text === undefined) throw new Error(`There is no operation ${name}.`)
      return `import { TypedDocumentString } from '${path}'\nexport const ${name} = new TypedDocumentString(${text})\n`
    },
    transform(code, id) {
      if (id === generated) return { code: code.replace(operation, ''), map: null }
      if (!code.includes('/generated/graphql.ts')) return null
      const split = code.replace(importing, (_all, names: string, path: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
          .map((name) => importOf(name, resolve(dirname(id), path)))
          .join('; '),
      )
      return { code: split, map: null }
    },
  }
}

function importOf(name: string, path: string): string {
  return `import { ${name} } from '${/^\w+Document$/.test(name) ? `${path}${separator}${name}` : path}'`
}
