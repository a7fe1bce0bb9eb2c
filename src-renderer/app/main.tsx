import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../styles/look.ts'
// Layouts that the first screen shares, before what each part adds to them.
import '../ui/layout/text.module.css'
import '../ui/layout/toolbar.module.css'
import '../ui/layout/field.module.css'
import { openBridge } from '../host/bridge.ts'
import { subscribeToStudio } from '../host/events.ts'
import { makeQueryClient } from '../host/queryClient.ts'
import { installTrustedTypes } from '../host/installTrustedTypes.ts'
import { App } from './App.tsx'
import { saveFirstResponses, restoreFirstResponses } from './firstResponses.ts'
import { prefetch } from './prefetch.ts'
import { storedTheme, applyTheme } from './theme.ts'

installTrustedTypes()
applyTheme(storedTheme())
await openBridge()
const client = makeQueryClient()
restoreFirstResponses(client)
subscribeToStudio(client)
prefetch(client)
saveFirstResponses(client)
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  )
