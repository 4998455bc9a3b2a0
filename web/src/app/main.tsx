import './styles.ts'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { navigation } from '../browser/navigation/navigation.ts'
import { reloadForNewerBuild } from '../browser/newer-build.ts'
import { uncoverFocus } from '../browser/presses/uncover-focus.ts'
import { trustOwnScripts } from '../browser/trusted-types.ts'
import { LocaleProvider } from '../locale/locale.tsx'
import { SessionProvider } from '../session/session.tsx'
import { setTextSources } from '../texts/catalogue.ts'
import { AppRouter } from './AppRouter.tsx'
import { textSources } from './messages/sources.ts'
import { RenderBoundary } from './RenderFallback.tsx'
import { loadScreen } from './screens.tsx'
import { colorSchemeManager, cssVariablesResolver, styleNonce, theme } from './theme.ts'

trustOwnScripts(window)
reloadForNewerBuild(window)
uncoverFocus(window)

setTextSources(textSources)
navigation.start(loadScreen)

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
            <AppRouter />
          </RenderBoundary>
        </LocaleProvider>
      </SessionProvider>
    </MantineProvider>
  </StrictMode>,
)
