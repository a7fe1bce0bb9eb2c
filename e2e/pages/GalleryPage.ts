import type { Locator, Page } from '@playwright/test'

const startsWith = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)

/** The Gallery screen and its viewer. */
export class GalleryPage {
  readonly page: Page
  readonly results: Locator
  readonly viewer: Locator
  readonly search: Locator

  constructor(page: Page) {
    this.page = page
    this.results = page.getByRole('region', { name: 'Results' })
    this.viewer = page.getByRole('dialog', { name: /^Result/ })
    this.search = page.getByRole('searchbox')
  }

  /** Images whose alternative text starts with the prompt, or all images. */
  tiles(prompt?: string): Locator {
    return this.results.getByRole('img', prompt === undefined ? {} : { name: startsWith(prompt) })
  }

  async open(prompt: string): Promise<Locator> {
    await this.tiles(prompt).first().click()
    await this.viewer.waitFor()
    return this.viewer
  }
}
