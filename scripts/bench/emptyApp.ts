import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const main = `const { app, BrowserWindow } = require('electron')
app.on('window-all-closed', () => app.quit())
process.on('SIGTERM', () => app.quit())
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, show: false, webPreferences: { sandbox: true, contextIsolation: true } })
  window.once('ready-to-show', () => window.show())
  window.loadFile('index.html')
})
`
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title></head>
<body><script>document.documentElement.dataset.ready = 'true'</script></body></html>
`

/** Writes a minimal Electron app, the reference for start time and memory, and returns its folder. */
export const writeEmptyApp = (folder: string): string => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', main: 'main.cjs' }))
  writeFileSync(join(folder, 'main.cjs'), main)
  writeFileSync(join(folder, 'index.html'), page)
  return folder
}
