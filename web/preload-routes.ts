import type { Plugin } from 'vite'

/** The screens by the addresses that open them. Those of a study need the study's own part too. */
const routes: readonly [pattern: string, modules: readonly string[]][] = [
  ['^/studies/[^/]', ['studies/study/StudyRoute.tsx']],
  ['^/studies/[^/]+(/subjects)?$', ['subjects/SubjectsScreen.tsx']],
  ['^/studies/[^/]+/subjects/.*/recordings/', ['recordings/RecordingScreen.tsx']],
  ['^/studies/[^/]+/subjects/(?!.*/recordings/)[^/]', ['subjects/SubjectScreen.tsx']],
  ['^/studies/[^/]+/activitytypes', ['activity-types/ActivityTypesScreen.tsx']],
  ['^/studies/[^/]+/formtypes', ['form-types/FormTypesScreen.tsx']],
  ['^/sites$', ['sites/SitesScreen.tsx']],
  ['^/devices', ['devices/DevicesScreen.tsx']],
  ['^/profile', ['users/profile/ProfileScreen.tsx']],
  ['^/users$', ['users/UsersScreen.tsx']],
]

/** What every screen but the first says, by language. */
const texts = { en: 'messages/screens.en.ts', nb: 'messages/screens.nb.ts' }

type Chunk = {
  fileName: string
  facadeModuleId: string | null
  imports: string[]
  viteMetadata?: { importedCss: Set<string> }
}

/**
 * Puts a few lines into the page that begin to load what its address needs, beside the app's first file rather than after it: on
 * a slow line that saves seconds.
 */
export function preloadRoutes(): Plugin {
  return {
    name: 'casebook:preload-routes',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, chunk: entry }) {
        if (!bundle || !entry) throw new Error('The page is built without its entry.')
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const known = new Set(filesOf(entry, chunks))
        const files = (modules: readonly string[]) => [
          ...new Set(
            modules.flatMap((module) => filesOf(chunkOf(module, chunks), chunks)).filter((file) => !known.has(file)),
          ),
        ]
        const table = JSON.stringify({
          routes: routes.map(([pattern, modules]) => [pattern, files(modules)]),
          texts: { en: files([texts.en]), nb: files([texts.nb]) },
        })
        return [
          { tag: 'script', attrs: { nonce: '__CSP_NONCE__' }, children: `(${preload})(${table})`, injectTo: 'head' },
        ]
      },
    },
  }
}

function chunkOf(module: string, chunks: readonly Chunk[]): Chunk {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`))
  if (!chunk) throw new Error(`preload-routes.ts names ${module}, which is no part of its own any more.`)
  return chunk
}

/** The chunk, what it imports, and the style sheets of all. */
function filesOf(chunk: Chunk, chunks: readonly Chunk[], seen = new Set<string>()): string[] {
  if (seen.has(chunk.fileName)) return []
  seen.add(chunk.fileName)
  const imported = chunk.imports.flatMap((name) => {
    const next = chunks.find(({ fileName }) => fileName === name)
    return next ? filesOf(next, chunks, seen) : []
  })
  return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? []), ...imported]
}

/** Runs in the browser, as text. */
const preload = `({ routes, texts }) => {
  const found = routes.filter(([pattern]) => new RegExp(pattern).test(location.pathname)).flatMap(([, files]) => files)
  if (found.length === 0) return
  const isNorwegian = document.documentElement.lang === 'nb' || /^(nb|no|nn)/.test(navigator.language)
  for (const file of new Set([...found, ...texts[isNorwegian ? 'nb' : 'en']])) {
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
    if (file.endsWith('.css')) link.as = 'style'
    // As the app's own requests for it are made; otherwise it would be loaded twice.
    link.crossOrigin = ''
    link.href = '/' + file
    document.head.append(link)
  }
}`
