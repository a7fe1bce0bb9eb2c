import { startService } from '../../../e2e/fixtures/startService.ts'
import { launchChromium } from '../browser/BenchWindow.ts'
import { withLibraries, type LibraryOptions } from '../libraries.ts'
import type { Row } from '../Row.ts'
import { compareOpening } from './openGallery.ts'
import { compareScrolling } from './scrollGallery.ts'

/**
 * Measures the gallery in the browser host and a real browser. The last library is the large one. Scrolling it is
 * compared with scrolling the first one, and opening it with opening the one before it.
 */
export const gallery = (options: LibraryOptions): Promise<Row[]> =>
  withLibraries(options, async (libraries) => {
    const [smallest, middle, large] = [libraries[0], libraries.at(-2), libraries.at(-1)]
    if (!smallest || !middle || !large) throw new Error('The gallery is measured in at least two libraries')
    const service = await startService({ speed: 1, faults: [] })
    const env = { ...process.env, ...service.env }
    try {
      const browser = await launchChromium()
      try {
        const opening = await compareOpening(browser, env, middle, large)
        return [...opening, ...(await compareScrolling(browser, env, smallest, large))]
      } finally {
        await browser.close()
      }
    } finally {
      await service.close()
    }
  })
