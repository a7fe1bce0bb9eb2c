import type { Locator, Page } from '@playwright/test'

/** All jobs, with those that wait for a decision at the top. */
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
