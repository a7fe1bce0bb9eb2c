import { expect, type Locator, type Page } from '@playwright/test'

/** The command palette. */
export class PalettePage {
  readonly page: Page
  readonly search: Locator
  readonly options: Locator
  /** The option that Enter runs. */
  readonly active: Locator

  constructor(page: Page) {
    this.page = page
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    this.search = palette.getByRole('combobox')
    this.options = palette.getByRole('option')
    this.active = palette.getByRole('option', { selected: true })
  }

  async open(): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+k')
    await expect(this.search).toBeFocused()
  }

  /** Types a search and runs its first option, whose text contains `label`. */
  async run(search: string, label: string): Promise<void> {
    await this.page.keyboard.type(search)
    await expect(this.active).toContainText(label)
    await this.page.keyboard.press('Enter')
    await expect(this.search).toBeHidden()
  }
}
