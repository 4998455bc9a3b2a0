import type { FastifyInstance } from 'fastify'
import type { EmbeddedProvider } from './embedded-provider.ts'

/** The path under which the embedded provider answers. */
export const embeddedPath = '/idp'

type Loaded = {
  /** Mounts the provider's routes; asked at each request which provider it is, absent until the server listens. */
  mount: (embedded: () => EmbeddedProvider | undefined) => void
  make: (issuer: string, appUrl?: string) => EmbeddedProvider
}

/**
 * Loads the embedded provider's library only where it is used, and without its remark on the release of Node, which is
 * the one the project is tested on.
 */
export async function loadEmbeddedProvider(app: FastifyInstance): Promise<Loaded> {
  const warn = console.warn
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('Unsupported runtime')) warn(...words)
  }
  try {
    const { makeEmbeddedProvider } = await import('./embedded-provider.ts')
    const { mountEmbeddedProvider } = await import('./mount.ts')
    return { make: makeEmbeddedProvider, mount: (embedded) => mountEmbeddedProvider(app, embedded) }
  } finally {
    console.warn = warn
  }
}
