import { expect, test } from '../../fixtures/test.ts'
import { BatchPage } from '../../pages/BatchPage.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { Shell } from '../../pages/Shell.ts'

test.use({ speed: 200 })

// Catches: a strip that keeps its place but draws nothing there, and a selected result that is out of view.
test('the strip shows the selected older result after 40 new jobs and visits of other screens', async ({
  window,
}) => {
  const create = new CreatePage(window)
  const shell = new Shell(window)
  const batch = new BatchPage(window)
  const add = async (count: number) => {
    await create.prompt.fill(`a harbour, drawn ${count} times`)
    await batch.open()
    await batch.count.fill(String(count))
    await expect(batch.add).toHaveAccessibleName(new RegExp(`^Add ${count} jobs · `))
    await batch.add.click()
    await expect(batch.dialog).toHaveCount(0)
  }
  const selected = create.strip.locator('[aria-current=true]')
  /** Whether each place of the strip has a card, and the selected one is in view. */
  const expectDrawn = async () => {
    await expect(selected).toBeInViewport({ ratio: 1 })
    await expect
      .poll(() =>
        create.strip.evaluate((strip) => {
          const { left, right, top, height } = strip.getBoundingClientRect()
          const places = Array.from(
            { length: Math.floor((right - left) / 120) },
            (_, n) => left + 60 + n * 120,
          )
          return places.filter((x) => {
            const item = document.elementFromPoint(x, top + height / 2)?.closest('li')
            return item !== null && item !== undefined && item.querySelector('button') === null
          }).length
        }),
      )
      .toBe(0)
  }
  await add(14)
  await expect(create.cards('Saved')).toHaveCount(14, { timeout: 60_000 })
  await create.cards('Saved').last().click()
  await add(40)
  await expectDrawn()
  await shell.goTo('Gallery')
  await shell.goTo('Queue')
  await expect(window.getByText(/ · 40 saved/)).toBeVisible({ timeout: 60_000 })
  await shell.goTo('Create')
  await expectDrawn()
})
