import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { useRouteError } from 'react-router'
import { useTranslations } from 'use-intl'
import { CopyButton } from '../components/CopyButton.tsx'
import { Page } from '../components/Page.tsx'
import classes from './RenderFallback.module.css'

/** The last resort when drawing a screen failed: says what, lets the person copy it, and offers a fresh start. */
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

/** The fallback as a route's errorElement. */
export function RouteFallback() {
  return <RenderFallback error={useRouteError()} />
}

/** Catches what the router doesn't: failures in the providers and the shell. */
export class RenderBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Nothing was thrown') }
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <RenderFallback error={this.state.error} />
  }
}
