import type { Locator, Page } from '@playwright/test'

/** The results of a batch as a grid of cells with headings. */
export class GridPage {
  readonly page: Page
  readonly table: Locator
  readonly columns: Locator
  readonly rows: Locator

  constructor(page: Page) {
    this.page = page
    this.table = page.getByRole('grid', { name: 'Results side by side' })
    this.columns = this.table.getByRole('columnheader')
    this.rows = this.table.getByRole('rowheader')
  }

  /** Cells by accessible name, which has their position and state. */
  cells(name: RegExp | string): Locator {
    return this.table.getByRole('gridcell', { name })
  }

  /** Opens the grid of the only batch from its line in the queue. */
  async open(): Promise<void> {
    await this.page.getByRole('button', { name: /^Grid of / }).click()
    await this.table.waitFor()
  }
}
