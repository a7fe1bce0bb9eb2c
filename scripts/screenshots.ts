import { ensureBuilt } from './ensureBuilt.ts'
import { findChromium } from './test/findChromium.ts'
import { runCommand } from './test/runCommand.ts'
import { findTool } from './test/findTool.ts'

/* Recreates the images in docs/screenshots from the current sources. */
const chromium = findChromium()
if (!chromium) {
  console.error('The screenshots require Chromium, which is not installed.')
  process.exit(1)
}
await ensureBuilt(console.log)
const args = [
  findTool('@playwright/test', 'playwright'),
  'test',
  '--project=browser',
  '--grep',
  '@screenshots',
  '--workers=1',
]
const env = { ...process.env, EASEL_SCREENSHOTS: '1', EASEL_CHROMIUM: chromium }
const { code } = await runCommand(process.execPath, args, { env, live: true })
console.log(
  code === 0 ? 'The screenshots in docs/screenshots are up to date.' : 'Some screenshots failed; see above.',
)
process.exitCode = code
