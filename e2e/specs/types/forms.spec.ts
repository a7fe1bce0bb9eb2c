import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { journeys } from '../../fixtures/journeys.ts'
import { expect, test } from '../../fixtures/test.ts'
import { TaskForm } from '../../pages/TaskForm.ts'

/** Elements that overflow their container on the right. */
const overhanging = (box: HTMLElement | SVGElement): string[] => {
  const edge = box.getBoundingClientRect().right + 1
  return [...box.querySelectorAll('button, input, textarea, select, p, kbd')]
    .filter((one) => one.getBoundingClientRect().right > edge)
    .map((one) => one.outerHTML.slice(0, 80))
}

for (const scheme of ['light', 'dark'] as const)
  // Catches: a field without a name, insufficient contrast, and content clipped at the panel's edge.
  test(`axe finds nothing serious in the forms of the tasks, ${scheme}`, async ({ window }) => {
    await window.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const form = new TaskForm(window)
    // For the dark theme, a few tasks cover all kinds of fields.
    const tasks = Object.values(journeys).flatMap((group) => (scheme === 'dark' ? group.slice(0, 2) : group))
    for (const { task, files, typed } of tasks)
      await test.step(task, async () => {
        await form.chooseTask(task)
        for (const label of Object.keys({ ...files, ...typed }))
          await expect(form.panel.getByText(label, { exact: true }).first()).toBeVisible()
        await form.openAdvanced()
        expect(await findAccessibilityViolations(window, 'section[aria-label=Create]'), task).toEqual([])
        expect(await form.panel.evaluate(overhanging), `${task} stays within its panel`).toEqual([])
      })
  })
