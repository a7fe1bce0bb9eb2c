import type { Locator, Page } from '@playwright/test'

/** The Settings screen. */
export class SettingsPage {
  readonly page: Page
  readonly form: Locator

  constructor(page: Page) {
    this.page = page
    this.form = page.getByRole('dialog').or(page.getByRole('form', { name: /connection/i }))
  }

  connection(name: string): Locator {
    return this.page.getByRole('listitem').filter({ hasText: name })
  }

  async fill(name: string, address: string, key: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Add connection' }).click()
    await this.form.getByLabel('Name').fill(name)
    await this.form.getByLabel('Service URL').fill(address)
    await this.form.getByLabel('API key').fill(key)
  }

  /** Runs the connection test and returns the element with its result. */
  async test(): Promise<Locator> {
    await this.form.getByRole('button', { name: 'Test connection', exact: true }).click()
    return this.form.getByRole('status')
  }

  async save(): Promise<void> {
    await this.form.getByRole('button', { name: /^(Save|Add)/ }).click()
  }
}
