import { expect, type Locator, type Page } from '@playwright/test'

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const startsWith = (text: string) => new RegExp(`^${escapeRegExp(text)}`)

/** The Gallery screen and its viewer. */
export class GalleryPage {
  readonly page: Page
  readonly results: Locator
  readonly viewer: Locator
  readonly search: Locator
  /** The chips of the filter. */
  readonly filters: Locator
  /** The scrollbar with dates. */
  readonly timeline: Locator

  constructor(page: Page) {
    this.page = page
    this.results = page.getByRole('region', { name: 'Results' })
    this.viewer = page.getByRole('dialog', { name: /^Result/ })
    this.search = page.getByRole('searchbox')
    this.filters = page.getByRole('group', { name: 'Filters' })
    this.timeline = page.getByRole('slider', { name: 'Timeline' })
  }

  /** Images whose alternative text starts with the prompt, or all images. */
  tiles(prompt?: string): Locator {
    return this.results.getByRole('img', prompt === undefined ? {} : { name: startsWith(prompt) })
  }

  /** Waits until a tile shows its thumbnail. */
  async expectThumbnail(tile: Locator): Promise<void> {
    const isDrawn = () =>
      tile.evaluate(
        (element) => element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0,
      )
    await expect.poll(isDrawn).toBe(true)
  }

  /** Adds a condition by typing into the filter menu: "aurora" for "Model is Aurora". */
  async addFilter(text: string, condition: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Add filter' }).click()
    await expect(this.page.getByRole('combobox', { name: 'Filter by…' })).toBeFocused()
    await this.page.keyboard.type(text)
    await this.page.getByRole('option', { name: condition }).click()
    await this.page.keyboard.press('Escape')
  }

  /** A chip of the filter by its text, such as "Model is Aurora". */
  chip(condition: string): Locator {
    return this.filters.getByRole('button', { name: condition, exact: true })
  }

  async sortBy(order: string): Promise<void> {
    await this.page.getByRole('button', { name: /^Sort and layout/ }).click()
    await this.page.getByRole('menuitemradio', { name: order }).click()
  }

  async open(prompt: string): Promise<Locator> {
    await this.tiles(prompt).first().click()
    // The dialog's name contains the title once the result is loaded; before that, keys don't act on the result.
    await expect(this.viewer).toHaveAccessibleName(new RegExp(escapeRegExp(prompt)))
    return this.viewer
  }
}
