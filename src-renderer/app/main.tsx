import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../styles/look.ts'
import { openBridge } from '../host/bridge.ts'
import { followStudio } from '../host/events.ts'
import { makeQueryClient } from '../host/queryClient.ts'
import { trustOwnScripts } from '../host/trustOwnScripts.ts'
import { App } from './App.tsx'
import { keepFirstAnswers, recallFirstAnswers } from './firstAnswers.ts'
import { prefetch } from './prefetch.ts'
import { rememberedTheme, showTheme } from './theme.ts'

trustOwnScripts()
showTheme(rememberedTheme())
await openBridge()
const client = makeQueryClient()
recallFirstAnswers(client)
followStudio(client)
prefetch(client)
keepFirstAnswers(client)
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  )
