import './styles.ts'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { LocaleProvider } from './locale.tsx'
import { RenderBoundary } from './RenderFallback.tsx'
import { router } from './router.tsx'
import { SessionProvider } from './session.tsx'
import { colorSchemeManager, cssVariablesResolver, styleNonce, theme } from './theme.ts'

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
      <LocaleProvider>
        <RenderBoundary>
          <SessionProvider>
            <RouterProvider router={router} />
          </SessionProvider>
        </RenderBoundary>
      </LocaleProvider>
    </MantineProvider>
  </StrictMode>,
)
