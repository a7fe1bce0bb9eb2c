import type { Locator, Page } from '@playwright/test'

/** The batch dialog. */
export class BatchPage {
  readonly page: Page
  readonly dialog: Locator
  readonly rows: Locator
  readonly count: Locator
  /** "Add 4 jobs · $0.016852". */
  readonly add: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name: 'Batch' })
    this.rows = this.dialog.getByRole('list', { name: 'Jobs in the batch' }).getByRole('listitem')
    this.count = this.dialog.getByRole('spinbutton', { name: 'How many' })
    this.add = this.dialog.getByRole('button', { name: /^Add [\d,]+ jobs?/ })
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Batch…' }).click()
  }

  /** Adds a parameter to compare. */
  async compare(field: string): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Add parameter' }).click()
    await this.dialog
      .getByRole('combobox', { name: /^Compare: / })
      .last()
      .selectOption({ label: field })
  }

  /** Adds a parameter to compare and enters its values. */
  async addAxis(field: string, values: string): Promise<void> {
    await this.compare(field)
    await this.dialog.getByRole('textbox', { name: 'Values' }).last().fill(values)
  }

  /** Sets the files of the chooser with this label. */
  async setFiles(label: string, files: string | string[]): Promise<void> {
    await this.dialog.getByLabel(label, { exact: true }).locator('visible=false').setInputFiles(files)
  }

  /** The exact total in dollars. If the button shows a rounded total, the exact one comes last in its accessible name. */
  async total(): Promise<number> {
    const label = (await this.add.getAttribute('aria-label')) ?? (await this.add.textContent()) ?? ''
    return Number([...label.matchAll(/\$([\d.]+)/g)].at(-1)?.[1])
  }
}
