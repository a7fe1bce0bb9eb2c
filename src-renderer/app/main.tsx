import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
// Typeface, colour scales, design tokens, and the styles of plain elements.
import '@fontsource-variable/inter/wght.css'
import '@radix-ui/colors/sand.css'
import '@radix-ui/colors/sand-dark.css'
import '@radix-ui/colors/iris.css'
import '@radix-ui/colors/iris-dark.css'
import '../styles/tokens.css'
import '../styles/global.css'
// Shared layouts of the first screen, imported before the styles that override them.
import '../ui/layout/text.module.css'
import '../ui/layout/toolbar.module.css'
import '../ui/layout/field.module.css'
import { bridge, openBridge } from '../host/bridge.ts'
import { subscribeToStudio } from '../host/events.ts'
import { makeQueryClient } from '../host/queryClient.ts'
import { App } from './App.tsx'
import { saveFirstResponses, restoreFirstResponses, prefetchFirstScreen } from './firstResponses.ts'
import { storedTheme, applyTheme } from './theme.ts'
import { guardComposition } from '../lib/composition.ts'

declare global {
  interface Window {
    /** Only browsers that enforce the policy have this API. */
    trustedTypes?: {
      createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => unknown
    }
  }
}

/**
 * The content policy prevents text from being used as code (`require-trusted-types-for`). The only exception is our own
 * workers, whose scripts must have the same origin as the window.
 */
function installTrustedTypes(): void {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => {
      if (new URL(url, location.href).origin === location.origin) return url
      throw new TypeError('Blocked a script of another origin')
    },
  })
}

guardComposition()
installTrustedTypes()
applyTheme(storedTheme())
await openBridge()
const client = makeQueryClient()
restoreFirstResponses(client)
subscribeToStudio(client)
bridge().onEvent((event) => {
  if (event.type === 'disk.changed')
    void import('../widgets/thumbs/ThumbQueue.ts').then(({ thumbQueue }) => thumbQueue.retryFailed())
  if (event.type === 'tag.renamed')
    void import('../screens/gallery/followRenamedTag.ts').then(({ followRenamedTag }) =>
      followRenamedTag(event.name, event.newName),
    )
})
prefetchFirstScreen(client)
saveFirstResponses(client)
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  )
