import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

type Route = [pattern: string, modules: readonly string[]]

/** The parts of a study, as the list of screens has them. */
const partsOfStudy = readFileSync(new URL('src/app/screens.tsx', import.meta.url), 'utf8')
  .matchAll(/\bpath: '(\w+)',(?:(?!\bpath:)[\s\S])*?\blazy: part\(.*import\('\.\.\/(.*?)'\)/g)
  .map(([, path, module = '']): Route => [`^/studies/[^/]+/${path}`, [module]])

/** The screens by the addresses that open them. Those of a study need the study's own part too. */
const routes: readonly Route[] = [
  ['^/studies/[^/]', ['studies/study/StudyRoute.tsx']],
  ...partsOfStudy,
  ['^/studies/[^/]+(/subjects)?$', ['subjects/SubjectsScreen.tsx']],
  ['^/studies/[^/]+/subjects/[^/]+/export$', ['exports/ExportScreen.tsx']],
  ['^/studies/[^/]+/subjects/.*/recordings/', ['recordings/RecordingScreen.tsx']],
  ['^/studies/[^/]+/subjects/[^/]+/recordings$', ['recordings/together/TogetherScreen.tsx']],
  ['^/studies/[^/]+/subjects/(?!.*/recordings/|[^/]+/(?:export|recordings)$)[^/]', ['subjects/SubjectScreen.tsx']],
  ['^/studies/[^/]+/subjects/[^/]+/formtypes/', ['forms/form-code.ts']],
  ['^/studies/[^/]+/setup$', ['study-setup/StudySetupScreen.tsx']],
  ['^/studies/[^/]+/labels$', ['labels/LabelsScreen.tsx']],
  ['^/sites$', ['sites/SitesScreen.tsx']],
  ['^/sites/new$', ['sites/NewSiteScreen.tsx']],
  ['^/sites/[^/]+/overview', ['overview/SiteOverviewScreen.tsx']],
  ['^/sites/[^/]+/edit', ['sites/EditSiteScreen.tsx']],
  ['^/devices', ['devices/DevicesScreen.tsx']],
  ['^/profile', ['users/profile/ProfileScreen.tsx']],
  ['^/exports', ['exports/ExportScreen.tsx']],
  ['^/users$', ['users/UsersScreen.tsx']],
  ['^/removed', ['removed/RemovedScreen.tsx']],
]

/** What the first screen says, and what all others say, by language. The English first texts are part of the app. */
const texts = {
  en: { shell: [], screens: ['messages/screens.en.ts'] },
  nb: { shell: ['messages/shell.nb.ts'], screens: ['messages/screens.nb.ts', 'messages/problems.nb.ts'] },
}

type Chunk = {
  fileName: string
  moduleIds: string[]
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
    buildEnd() {
      const named = routes.flatMap(([, modules]) => modules)
      const list = [...this.getModuleIds()].find((id) => id.endsWith('/app/screens.tsx')) ?? ''
      // Otherwise a new screen would be loaded late by a link to it, without anybody noticing.
      for (const screen of this.getModuleInfo(list)?.dynamicallyImportedIds ?? []) {
        if (/(Screen|Route)\.tsx$/.test(screen) && !named.some((module) => screen.endsWith(`/${module}`)))
          throw new Error(`preload-routes.ts has no address for ${screen}.`)
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, chunk: entry }) {
        if (!bundle || !entry) throw new Error('The page is built without its entry.')
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const known = new Set(filesOf(entry, chunks))
        const files = (modules: readonly string[]) => [
          ...new Set(
            modules.flatMap((module) => filesOf(chunkOf(module, chunks), chunks)).filter((file) => !known.has(file)),
          ),
        ]
        const table = JSON.stringify({
          first: [...known].filter((file) => file.endsWith('.css')),
          routes: routes.map(([pattern, modules]) => [
            pattern,
            files(modules).filter((file) => isUsedAtOnce(modules, file)),
          ]),
          texts: [texts.en, texts.nb].map(({ shell, screens }) => [files(shell), files(screens)]),
        })
        // After the app's own scripts, which come first, and before its style sheet, for which a script would wait.
        const before = '<link rel="stylesheet"'
        if (!html.includes(before)) throw new Error('The page has no style sheet.')
        const script = `<script nonce="__CSP_NONCE__">(${preload})(${table})</script>`
        return html.replace(before, () => `${script}\n    ${before}`)
      },
    },
  }
}

/** A form is opened after the record is read, and browsers warn of a style sheet that is preloaded but not used for seconds. */
function isUsedAtOnce(modules: readonly string[], file: string): boolean {
  return !(modules.includes('forms/form-code.ts') && file.endsWith('.css'))
}

function chunkOf(module: string, chunks: readonly Chunk[]): Chunk {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)))
  if (!chunk) throw new Error(`preload-routes.ts names ${module}, which is no part of the app any more.`)
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
const preload = `({ first, routes, texts }) => {
  const found = routes.filter(([pattern]) => new RegExp(pattern).test(location.pathname)).flatMap(([, files]) => files)
  const [shell, screens] = texts[document.documentElement.lang === 'nb' ? 1 : 0]
  // Nothing is drawn without the texts, so they come first.
  for (const file of new Set([...first, ...shell, ...(found.length > 0 ? screens : []), ...found])) {
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
    if (file.endsWith('.css')) link.as = 'style'
    // As the app's own requests for it are made; otherwise it would be loaded twice.
    link.crossOrigin = ''
    link.href = '/' + file
    document.head.append(link)
  }
}`
