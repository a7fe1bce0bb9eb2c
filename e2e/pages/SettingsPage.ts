import { expect, type Locator, type Page } from '@playwright/test'
import { Shell } from './Shell.ts'

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

  /** Adds a working connection, which becomes the current one. */
  async addConnection(name: string, address: string, key: string): Promise<void> {
    await new Shell(this.page).goTo('Settings')
    await this.fill(name, address, key)
    await this.save()
    await expect(this.connection(name)).toContainText('Current')
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
