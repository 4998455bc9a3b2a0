import type { Layout } from '@casebook/domain/recordings/recording.ts'
import { useEffect, useState } from 'react'
import { rememberedLayout } from '../../reference-data/inspection/remembered-layout.ts'

/** The layout set for the last file of this kind in the study. Null if none was set, or until it is known. */
export function useRememberedLayout(studyid: string, fingerprint: string | null): Layout | null {
  const [layout, setLayout] = useState<Layout | null>(null)
  useEffect(() => {
    if (fingerprint === null) return
    let isOver = false
    rememberedLayout(studyid, fingerprint).then(
      (found) => {
        if (!isOver) setLayout(found)
      },
      // Without it, the file is read as it is recognised.
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [studyid, fingerprint])
  return layout
}
