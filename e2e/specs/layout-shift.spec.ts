import { expect, test } from '../fixtures/test.ts'

/** Runs in the page before its scripts: records in each frame which controls have moved from where they appeared. */
function recordMoves(): void {
  const firstPlaces = new WeakMap<Element, DOMRect>()
  const moved = new Set<string>()
  const look = (): void => {
    for (const control of document.querySelectorAll('a, button, input, select, textarea')) {
      const place = control.getBoundingClientRect()
      const first = firstPlaces.get(control)
      if (place.width === 0) continue
      if (!first) firstPlaces.set(control, place)
      else if (Math.hypot(place.x - first.x, place.y - first.y) > 1)
        moved.add(
          `${control.getAttribute('aria-label') ?? control.textContent}: ${first.x}, ${first.y} → ${place.x}, ${place.y}`,
        )
    }
    requestAnimationFrame(look)
  }
  addEventListener('DOMContentLoaded', look)
  Object.assign(globalThis, { movedControls: () => [...moved] })
}

for (const connected of [false, true])
  test.describe(connected ? 'with a connection' : 'before anything is connected', () => {
    test.use({ connected })

    // Catches: a control that moves away from under the pointer, so that a click goes to another one.
    test(`no control moves while the window is loading, ${connected ? 'connected' : 'first start'}`, async ({
      window,
    }) => {
      await window.addInitScript(recordMoves)
      await window.reload()
      await expect(window.getByRole('button', { name: 'Menu', exact: true })).toBeVisible()
      expect(await window.evaluate<string[]>('movedControls()')).toEqual([])
    })
  })
