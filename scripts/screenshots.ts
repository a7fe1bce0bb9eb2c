import { ensureBuilt } from './ensureBuilt.ts'
import { findChromium } from './test/findChromium.ts'
import { runCommand } from './test/runCommand.ts'
import { tool } from './test/tool.ts'

/* Makes the images in docs/screenshots again, of the sources as they are. */
const chromium = findChromium()
if (!chromium) {
  console.error('The pictures are made with Chromium, and there is none on this machine.')
  process.exit(1)
}
await ensureBuilt(console.log)
const args = [
  tool('@playwright/test', 'playwright'),
  'test',
  '--project=browser',
  '--grep',
  '@screenshots',
  '--workers=1',
]
const env = { ...process.env, EASEL_SCREENSHOTS: '1', EASEL_CHROMIUM: chromium }
const { code } = await runCommand(process.execPath, args, { env, live: true })
console.log(
  code === 0 ? 'The pictures in docs/screenshots are current.' : 'Not every picture was made; see above.',
)
process.exitCode = code
