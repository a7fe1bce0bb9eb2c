import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'

// A window of 900 × 640 at 200%: half the CSS pixels.
test.use({ zoom: 2, speed: 3 })

// Catches: a running job whose text has one letter per line, and a finished image that is a stamp in an empty stage.
test('the cards of Create are readable and the result is large in a small window at 200%', async ({
  window,
}) => {
  await window.setViewportSize({ width: 450, height: 320 })
  const create = new CreatePage(window)
  await create.prompt.fill('a harbour in the fog, with small boats and a lighthouse on the left')
  await create.waitForPrice()
  await create.generate.click()
  const words = create.stage.getByText(/^(Running|Sending|Queued)/).first()
  await expect(words).toBeVisible()
  await create.stage.scrollIntoViewIfNeeded()
  /** Lines of text in the stage that are narrower than a word. */
  const narrow = () =>
    create.stage.evaluate(
      (stage) =>
        [...stage.querySelectorAll('span, p')].filter((element) => {
          const { width, height } = element.getBoundingClientRect()
          return element.children.length === 0 && (element.textContent ?? '').length > 6 && height > 3 * width
        }).length,
    )
  expect(await narrow()).toBe(0)
  await expect(create.cards('Saved')).toHaveCount(1, { timeout: 60_000 })
  const image = create.stage.getByRole('button', { name: 'Show full size' })
  await expect(image).toBeVisible()
  await create.stage.scrollIntoViewIfNeeded()
  const { width = 0, height = 0 } = (await image.boundingBox()) ?? {}
  expect(Math.min(width, height)).toBeGreaterThan(220)
})
