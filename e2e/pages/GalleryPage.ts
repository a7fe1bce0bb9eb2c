import type { Locator, Page } from '@playwright/test'

/** Everything saved, newest first, and the viewer over it. */
export class GalleryPage {
  readonly page: Page
  readonly grid: Locator
  readonly viewer: Locator

  constructor(page: Page) {
    this.page = page
    this.grid = page.getByRole('grid').or(page.getByRole('list', { name: /results|gallery/i }))
    this.viewer = page.getByRole('dialog')
  }

  /** Tiles whose alternative text begins with the prompt; all of them without one. */
  tiles(prompt?: string): Locator {
    const pictures = this.page.getByRole('main').getByRole('img')
    return prompt === undefined
      ? pictures
      : this.page.getByRole('main').getByRole('img', { name: startsWith(prompt) })
  }

  async open(prompt: string): Promise<Locator> {
    await this.tiles(prompt).first().click()
    await this.viewer.waitFor()
    return this.viewer
  }
}

const startsWith = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
