import compile from 'icu-minify/compile'
import { type Plugin, runnerImport } from 'vite'

/**
 * Turns every text of `messages.en.ts` and `messages.nb.ts` into the small form that use-intl's format-only build reads,
 * so that no browser loads an ICU parser (10 kB of the first load, gzipped).
 */
export function compileMessages(): Plugin {
  return {
    name: 'casebook:compile-messages',
    enforce: 'pre',
    config: () => ({ resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } } }),
    async load(id) {
      if (!/\/messages\.(en|nb)\.ts$/.test(id)) return
      const { module } = await runnerImport<Record<string, unknown>>(id, { configFile: false })
      const exported = Object.entries(module).map(
        ([name, texts]) => `export const ${name} = ${JSON.stringify(compiled(texts))}`,
      )
      return `${exported.join('\n')}\n`
    },
  }
}

function compiled(texts: unknown): unknown {
  if (typeof texts === 'string') return compile(texts)
  return Object.fromEntries(Object.entries(Object(texts)).map(([key, text]) => [key, compiled(text)]))
}
