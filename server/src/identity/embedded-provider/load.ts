import type { FastifyInstance } from 'fastify'
import type { EmbeddedProvider, ProviderParts } from './embedded-provider.ts'

type Loaded = {
  /**
   * Mounts the provider's routes. The provider is looked up at each request, since it is absent until the server
   * listens.
   */
  mount: (embedded: () => EmbeddedProvider | undefined) => void
  make: (parts: ProviderParts) => EmbeddedProvider
}

/** Loads the provider's library only if it is used. */
export async function loadEmbeddedProvider(app: FastifyInstance): Promise<Loaded> {
  const { makeEmbeddedProvider } = await withoutReleaseRemark(() => import('./embedded-provider.ts'))
  const { mountEmbeddedProvider } = await import('./mount.ts')
  return { make: makeEmbeddedProvider, mount: (embedded) => mountEmbeddedProvider(app, embedded) }
}

/** Loads the library without its warning about the Node release, since the project is tested on that release. */
export async function withoutReleaseRemark<T>(load: () => Promise<T>): Promise<T> {
  const warn = console.warn
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('Unsupported runtime')) warn(...words)
  }
  try {
    return await load()
  } finally {
    console.warn = warn
  }
}
