import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { failuresOf } from '../calls/failures.ts'
import { useWrite } from '../calls/graphql.ts'
import { useSubmission } from '../components/form/use-submission.ts'
import { Refusal } from '../components/notices/Refusal.tsx'
import type { RemovedQuery } from '../generated/graphql.ts'
import { RestoreRemovedDocument } from '../generated/graphql.ts'
import classes from './PutBack.module.css'

export type RemovedRow = RemovedQuery['listRemoved'][number]

/** Restores one record. If its name was reused meanwhile, asks inline for another. */
export function PutBack({ row }: { row: RemovedRow }) {
  const t = useTranslations('removed')
  const [name, setName] = useState<string>()
  const [restoreRemoved] = useWrite(RestoreRemovedDocument)
  const { submit, isBusy, errorOf, refusal, clear } = useSubmission(['name'], putBack, { isBeside: true })

  async function putBack() {
    try {
      await restoreRemoved({ kind: row.kind, id: row.id, name: name ?? null })
    } catch (thrown) {
      if (!failuresOf(thrown).some(({ code }) => code === 'ALREADY_EXISTS')) throw thrown
      setName((before) => before ?? row.name)
      if (name !== undefined) throw thrown
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void submit()
  }

  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      {name !== undefined && (
        <>
          <p>{t('otherName')}</p>
          <TextInput
            aria-label={t('newName')}
            value={name}
            error={errorOf('name')}
            autoFocus
            onChange={(event) => {
              setName(event.currentTarget.value)
              clear()
            }}
          />
        </>
      )}
      <Button
        type="submit"
        size="xs"
        variant="default"
        aria-label={t('putBackNamed', { name: row.name })}
        aria-disabled={isBusy || undefined}
      >
        {isBusy ? t('puttingBack') : t('putBack')}
      </Button>
      <Refusal text={refusal} />
    </form>
  )
}
