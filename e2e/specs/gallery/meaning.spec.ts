import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { makeResults } from '../../fixtures/makeResults.ts'
import { expect, test } from '../../fixtures/test.ts'
import { Shell } from '../../pages/Shell.ts'

// Catches: texts that are paid for again, a result list that stays empty, a filter that is ignored, and Back that leaves the list.
test('sorts results by meaning after embedding the texts that have no embedding yet, once', async ({
  window,
}) => {
  const gallery = await makeResults(window, [
    'a ship in the harbour',
    'fresh bread',
    'sail boats on the ocean',
  ])
  await gallery.sortBy('By meaning…')
  const field = window.getByRole('textbox', { name: 'Sort by similarity to' })
  await expect(field).toBeFocused()
  expect(await findAccessibilityViolations(window), 'empty field').toEqual([])
  await field.fill('boat on the sea')
  await field.press('Enter')
  const embed = window.getByRole('button', { name: /^Embed 4 texts for \$0\.0/ })
  await expect(embed).toBeEnabled()
  await expect(field).toBeFocused()
  expect(await findAccessibilityViolations(window), 'offer').toEqual([])
  await embed.dblclick()
  const results = window.getByRole('toolbar', { name: 'Results by meaning' }).getByRole('button')
  await expect(results).toHaveCount(3)
  await expect(results.nth(2)).toHaveAccessibleName(/^fresh bread/)
  await expect(window.getByText('Compared 3 of 3 results with a text')).toBeVisible()
  expect(await findAccessibilityViolations(window), 'results').toEqual([])

  await gallery.search.fill('bread')
  await expect(results).toHaveCount(1)
  await gallery.search.fill('')
  await results.first().focus()
  await window.keyboard.press('ArrowRight')
  await window.keyboard.press('Enter')
  await expect(gallery.viewer).toBeVisible()
  await gallery.viewer.getByRole('button', { name: 'Find similar results' }).click()
  await expect(gallery.viewer).toBeHidden()
  await expect(results).toHaveCount(2)
  await expect(field).toHaveValue(/ship|sail/)
  await window.goBack()
  await gallery.viewer.getByRole('button', { name: 'Close' }).click()
  await expect(field).toHaveValue('boat on the sea')

  await new Shell(window).goTo('Queue')
  await expect(window.getByText('Embeddings of 4 texts')).toHaveCount(1)
})
