import type { FastifyInstance } from 'fastify'
import type { EmbeddedProvider } from './embedded-provider.ts'

/** The path under which the embedded provider answers. */
export const embeddedPath = '/idp'

type Loaded = {
  /** Mounts the provider's routes; asked at each request which provider it is, absent until the server listens. */
  mount: (embedded: () => EmbeddedProvider | undefined) => void
  make: (issuer: string, appUrl?: string) => EmbeddedProvider
}

/** Loads the provider's library only where it is used. */
export async function loadEmbeddedProvider(app: FastifyInstance): Promise<Loaded> {
  const { makeEmbeddedProvider } = await withoutReleaseRemark(() => import('./embedded-provider.ts'))
  const { mountEmbeddedProvider } = await import('./mount.ts')
  return { make: makeEmbeddedProvider, mount: (embedded) => mountEmbeddedProvider(app, embedded) }
}

/** Loads the library without its remark on the release of Node, which is the one that the project is tested on. */
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
