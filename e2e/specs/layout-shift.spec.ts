import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

/** An entry of the browser's Layout Instability API, which TypeScript's DOM library lacks. */
interface LayoutShift extends PerformanceEntry {
  sources: { node: Node | null }[]
}

/** Names of the controls that have moved since the page was opened, other than right after an input. */
const movedControls = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const shifts = await new Promise<PerformanceEntryList>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()))
      observer.observe({ type: 'layout-shift', buffered: true })
      // An observer isn't called if nothing has moved.
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(observer.takeRecords())))
    })
    const isShift = (entry: PerformanceEntry): entry is LayoutShift => 'sources' in entry
    const moved = shifts.filter(isShift).flatMap(({ sources }) => sources.map(({ node }) => node))
    return moved.flatMap((node) => {
      const element = node instanceof Element ? node : node?.parentElement
      return element?.closest('a, button, input, textarea')?.textContent ?? []
    })
  })

for (const connected of [false, true])
  test.describe(connected ? 'with a connection' : 'before anything is connected', () => {
    test.use({ connected })

    // Catches: a control that moves away from under the pointer, so that a click goes to another one.
    test(`no control moves while the window is loading, ${connected ? 'connected' : 'first start'}`, async ({
      window,
    }) => {
      await expect(window.getByRole('button', { name: 'Menu', exact: true })).toBeVisible()
      expect(await movedControls(window)).toEqual([])
    })
  })
