import { makeResults } from '../../fixtures/makeResults.ts'
import { expect, test } from '../../fixtures/test.ts'

// Catches: a scrollbar or a jump to a date that exists only for one order, and an end that can't be reached by a key.
test('oldest first, the rail and the jump to a date begin with the oldest result', async ({ window }) => {
  // Low enough that only one row of the largest tiles is in view.
  await window.setViewportSize({ width: 1280, height: 400 })
  const gallery = await makeResults(window, ['the first', 'the second', 'the third', 'the last'])
  await window.getByRole('slider', { name: 'Thumbnail size' }).press('End')
  await gallery.sortBy('Oldest first')
  await expect(gallery.tiles().first()).toHaveAccessibleName(/^the first/)
  await expect(gallery.timeline).toBeVisible()
  await gallery.timeline.press('End')
  await expect(gallery.tiles('the last')).toBeInViewport()
  await expect(gallery.tiles('the first')).not.toBeInViewport()
  await gallery.timeline.press('Home')
  await expect(gallery.tiles('the first')).toBeInViewport()
  await expect(gallery.tiles('the last')).not.toBeInViewport()

  await window.keyboard.press('g')
  const dialog = window.getByRole('dialog', { name: 'Jump to date' })
  await dialog.getByRole('button', { name: /4 results$/ }).click()
  await expect(gallery.results.getByRole('button', { name: /^the first/ })).toBeFocused()

  await gallery.sortBy('Largest file')
  const sizes = window.getByRole('slider', { name: 'File size' })
  await expect(sizes).toHaveAttribute('aria-valuetext', /[KM]?B$/)
  await expect(sizes).toHaveAttribute('aria-valuemax', '3')
  await expect(sizes).toHaveAttribute('aria-valuenow', '0')
  await sizes.press('End')
  await expect(sizes).not.toHaveAttribute('aria-valuenow', '0')
})

// Catches: flags, ratings and ranges without counts, and counts that don't follow the filter.
test('the filter menu has the number of results of each star, rating and range', async ({ window }) => {
  const gallery = await makeResults(window, ['a heron', 'a pier'])
  await gallery.results.getByRole('button', { name: /^a heron/ }).focus()
  await window.keyboard.press('4')
  await window.keyboard.press('s')
  await window.getByRole('button', { name: 'Add filter' }).click()
  await expect(window.getByRole('option', { name: /^Starred\s*1$/ })).toBeVisible()
  await window.getByRole('option', { name: 'Rating', exact: true }).click()
  await expect(window.getByRole('option', { name: /^4 stars or more\s*1$/ })).toBeVisible()
  await expect(window.getByRole('option', { name: /^5 stars\s*0$/ })).toBeVisible()
  await expect(window.getByRole('option', { name: /^None\s*1$/ })).toBeVisible()
})
