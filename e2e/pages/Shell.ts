import type { Locator, Page } from '@playwright/test'

/** The screens of the navigation, in its order. */
export const SCREEN_NAMES = ['Create', 'Queue', 'Gallery', 'Spend', 'Settings'] as const
export type ScreenName = (typeof SCREEN_NAMES)[number]

/** The frame around every screen. */
export class Shell {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** A screen's link, whose name may end with a count. */
  link(screen: ScreenName): Locator {
    return this.page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${screen}`) })
  }

  async goTo(screen: ScreenName): Promise<void> {
    await this.link(screen).click()
  }
}
