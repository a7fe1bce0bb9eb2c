import { barriers } from '../../fixtures/barriers.ts'
import { journeys } from '../../fixtures/journeys.ts'
import { expect, test } from '../../fixtures/test.ts'
import { TaskForm } from '../../pages/TaskForm.ts'

/** What reaches out of a box at its right, where nobody can see or press it. */
const overhanging = (box: HTMLElement | SVGElement): string[] => {
  const edge = box.getBoundingClientRect().right + 1
  return [...box.querySelectorAll('button, input, textarea, select, p, kbd')]
    .filter((one) => one.getBoundingClientRect().right > edge)
    .map((one) => one.outerHTML.slice(0, 80))
}

for (const scheme of ['light', 'dark'] as const)
  // Catches: a field without a name, words too faint to read, a part cut off at the panel's edge, in the form of any task.
  test(`axe finds nothing serious in the form of any task, ${scheme}`, async ({ window, host }) => {
    test.setTimeout(180_000)
    await window.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const form = new TaskForm(window)
    // The fields are the same in both hosts; the slower one shows some of each kind.
    const tasks = Object.values(journeys).flatMap((group) =>
      host === 'electron' ? group.slice(0, 2) : group,
    )
    for (const { task, files, typed } of tasks)
      await test.step(task, async () => {
        await form.chooseTask(task)
        for (const label of Object.keys({ ...files, ...typed }))
          await expect(form.panel.getByText(label, { exact: true }).first()).toBeVisible()
        await form.openAdvanced()
        expect(await barriers(window, host, 'section[aria-label=Create]'), task).toEqual([])
        expect(await form.panel.evaluate(overhanging), `${task} stays within its panel`).toEqual([])
      })
  })
