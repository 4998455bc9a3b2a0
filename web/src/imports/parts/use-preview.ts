import { useRef, useState } from 'react'
import { useSubmission } from '../../components/form/use-submission.ts'

/**
 * A chosen file and what reading it says. Of several files chosen while one is read, the last one is read next and shown:
 * what is shown is never of another file than the one that is named.
 */
export function usePreview<Preview>(readFile: (file: File) => Promise<Preview>) {
  const [file, setFile] = useState<File>()
  const [preview, setPreview] = useState<Preview>()
  const wanted = useRef<File>(undefined)
  const { submit, isBusy, refusal } = useSubmission(
    [],
    async () => {
      for (let chosen = wanted.current; chosen; chosen = chosen === wanted.current ? undefined : wanted.current) {
        const read = await readFile(chosen).catch((thrown: unknown) => {
          if (chosen === wanted.current) throw thrown
        })
        if (read !== undefined && chosen === wanted.current) setPreview(() => read)
      }
    },
    { isBeside: true },
  )

  function choose(chosen: File | undefined) {
    wanted.current = chosen
    setFile(chosen)
    setPreview(undefined)
  }

  return {
    file,
    preview,
    isReading: isBusy,
    refusal,
    take(chosen: File) {
      choose(chosen)
      void submit()
    },
    /** Once what was read has been added. */
    forget: () => choose(undefined),
  }
}
