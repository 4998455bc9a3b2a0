import type { Layout } from '@casebook/domain/recordings/recording.ts'
import { useEffect, useState } from 'react'
import { rememberedLayout } from '../../reference-data/inspection/remembered-layout.ts'

/** The layout set for the last file of this kind in the study. Null if none was set, or until it is known. */
export function useRememberedLayout(studyid: string, fingerprint: string | null): Layout | null {
  const [found, setFound] = useState<{ of: string; layout: Layout | null }>()
  const of = `${studyid} ${fingerprint}`
  useEffect(() => {
    if (fingerprint === null) return
    let isOver = false
    rememberedLayout(studyid, fingerprint).then(
      (layout) => {
        if (!isOver) setFound({ of, layout })
      },
      // Without it, the file is read as it is recognised.
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [studyid, fingerprint, of])
  return found?.of === of ? found.layout : null
}
