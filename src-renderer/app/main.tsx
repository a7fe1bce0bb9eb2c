import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../styles/look.ts'
import { openBridge } from '../host/bridge.ts'
import { trustOwnScripts } from '../host/trustOwnScripts.ts'
import { App } from './App.tsx'
import { rememberedTheme, showTheme } from './theme.ts'

trustOwnScripts()
showTheme(rememberedTheme())
await openBridge()
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
