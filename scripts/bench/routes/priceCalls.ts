import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Locator } from '@playwright/test'
import { BrowserStudio } from '../../../e2e/fixtures/BrowserStudio.ts'
import { startService } from '../../../e2e/fixtures/startService.ts'
import { CreatePage } from '../../../e2e/pages/CreatePage.ts'
import { findChromium } from '../../test/findChromium.ts'
import { createRow, type Row } from '../Row.ts'

const EDITS = 20
const isRoot = process.platform === 'linux' && process.getuid?.() === 0

/** Number of price calls caused by twenty quick edits, counted at the service. */
export const priceCalls = async (): Promise<Row[]> => {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('Chromium is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'))
  const service = await startService({ speed: 30, faults: [] })
  const browser = await chromium.launch({ executablePath, args: isRoot ? ['--no-sandbox'] : [] })
  const env = { ...process.env, ...service.env }
  const studio = new BrowserStudio({ dataFolder: folder, env, pageErrors: [] }, await browser.newContext())
  try {
    const create = new CreatePage(await studio.open())
    await create.chooseModel('Meridian XL')
    await create.prompt.fill('twenty edits')
    const before = await create.readPrice()
    const callsBefore = service.requestCount('price')
    await holdArrowUp(create.steps, EDITS)
    // The button shows the price of the last edit, so no more price calls follow.
    await create.page.waitForFunction((old) => !document.body.innerText.includes(old), before)
    await create.waitForPrice()
    const value = service.requestCount('price') - callsBefore
    const name = `price calls per burst of ${EDITS} edits`
    return [createRow({ name, value, unit: 'calls', anchor: EDITS, ratio: null, goal: 2 })]
  } finally {
    await studio.close()
    await browser.close()
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Simulates holding ArrowUp. Sends all key events within one task of the page, so that a busy machine can't spread them out. */
async function holdArrowUp(field: Locator, times: number): Promise<void> {
  await field.focus()
  await field.evaluate(async (element, presses) => {
    for (let press = 0; press < presses; press++) {
      const init = { key: 'ArrowUp', bubbles: true, cancelable: true, repeat: press > 0 }
      element.dispatchEvent(new KeyboardEvent('keydown', init))
      // Lets React render the change.
      await Promise.resolve()
    }
  }, times)
}
