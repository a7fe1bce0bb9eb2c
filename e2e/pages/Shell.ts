import type { Locator, Page } from '@playwright/test'

export type ScreenName = 'Create' | 'Queue' | 'Gallery' | 'Spend' | 'Settings'

/** What is around every screen. */
export class Shell {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** A screen's link; its name may go on with a count. */
  link(screen: ScreenName): Locator {
    return this.page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${screen}`) })
  }

  async goTo(screen: ScreenName): Promise<void> {
    await this.link(screen).click()
  }
}
