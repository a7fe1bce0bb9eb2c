import { barriers } from '../../fixtures/barriers.ts'
import { journeys } from '../../fixtures/journeys.ts'
import { expect, test } from '../../fixtures/test.ts'
import { TaskForm } from '../../pages/TaskForm.ts'

for (const scheme of ['light', 'dark'] as const)
  // Catches: a field without a name, words too faint to read, in the form of any task.
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
      })
  })
