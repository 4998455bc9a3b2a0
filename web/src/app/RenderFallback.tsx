import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CopyButton } from '../components/buttons/CopyButton.tsx'
import { Page } from '../components/page/Page.tsx'
import classes from './RenderFallback.module.css'

/** The last resort if rendering a screen failed: shows the error, lets the person copy it, and offers to reload. */
export function RenderFallback({ error }: { error: unknown }) {
  const t = useTranslations('app')
  const text = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error)
  return (
    <Page>
      <main className={classes.fallback}>
        <div role="alert">
          <h1>{t('unhandled')}</h1>
        </div>
        <pre className={classes.text}>{text}</pre>
        <div className={classes.actions}>
          <CopyButton text={text} label={t('copyToClipboard')} size="sm" />
          <Button onClick={() => location.reload()}>{t('reload')}</Button>
        </div>
      </main>
    </Page>
  )
}

type BoundaryProps = { place?: string; children: ReactNode }

/** Shows an error of its children in their place. At another `place` it tries again. */
export class RenderBoundary extends Component<BoundaryProps, { error: unknown; place: string | undefined }> {
  override state = { error: undefined, place: this.props.place }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Nothing was thrown') }
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, before: { place: string | undefined }) {
    return place === before.place ? null : { error: undefined, place }
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <RenderFallback error={this.state.error} />
  }
}
