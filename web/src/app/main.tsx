import './styles.ts'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { LocaleProvider } from './locale.tsx'
import { readStored, writeStored } from './preferences.ts'
import { RenderBoundary } from './RenderFallback.tsx'
import { router } from './router.tsx'
import { SessionProvider } from './session.tsx'
import { colorSchemeManager, cssVariablesResolver, styleNonce, theme } from './theme.ts'

const reloadKey = 'casebook.reloaded-at'

// A part of the app that is gone from the server is of an older build: the page is loaded anew, but not over and over.
window.addEventListener('vite:preloadError', (event) => {
  const last = Number(readStored(() => sessionStorage, reloadKey))
  if (Date.now() - last < 30_000) return
  event.preventDefault()
  writeStored(() => sessionStorage, reloadKey, String(Date.now()))
  location.reload()
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={styleNonce}
      deduplicateCssVariables={false}
    >
      <SessionProvider>
        <LocaleProvider>
          <RenderBoundary>
            <RouterProvider router={router} />
          </RenderBoundary>
        </LocaleProvider>
      </SessionProvider>
    </MantineProvider>
  </StrictMode>,
)
