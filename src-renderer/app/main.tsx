import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../styles/look.ts'
import { openBridge } from '../host/bridge.ts'
import { followStudio } from '../host/events.ts'
import { makeQueryClient } from '../host/queryClient.ts'
import { trustOwnScripts } from '../host/trustOwnScripts.ts'
import { App } from './App.tsx'
import { prefetch } from './prefetch.ts'
import { rememberedTheme, showTheme } from './theme.ts'

trustOwnScripts()
showTheme(rememberedTheme())
await openBridge()
const client = makeQueryClient()
followStudio(client)
prefetch(client)
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  )
