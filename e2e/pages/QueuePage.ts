import type { Locator, Page } from '@playwright/test'

/** The Queue screen. */
export class QueuePage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** A job's row by its prompt. */
  row(prompt: string): Locator {
    return this.page.getByRole('main').getByRole('listitem').filter({ hasText: prompt })
  }
}
