import { lazy, Suspense } from 'react'
import { useStartedExport } from '../exports/notice/started-exports.ts'
import { loadScreens } from '../texts/catalogue.ts'

const ExportNotice = lazy(async () => {
  const [{ ExportNotice: Component }] = await Promise.all([import('../exports/notice/ExportNotice.tsx'), loadScreens()])
  return { default: Component }
})

/** Watches the exports that the person started in this browser. Its code is loaded only if there is one. */
export function StartedExports({ sub }: { sub: string }) {
  const started = useStartedExport(sub)
  if (!started) return null
  return (
    <Suspense>
      <ExportNotice key={started.exportid} sub={sub} started={started} />
    </Suspense>
  )
}
