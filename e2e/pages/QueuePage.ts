import { expect, type Locator, type Page } from '@playwright/test'
import { BatchPage } from './BatchPage.ts'
import { CreatePage } from './CreatePage.ts'
import { Shell } from './Shell.ts'

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

  /** Pauses the queue, adds a batch of a red, a blue, a green and a white boat, and shows them in the queue. */
  async addBoats(): Promise<Boats> {
    const shell = new Shell(this.page)
    await new CreatePage(this.page).prompt.fill('a {red|blue|green|white} boat')
    await shell.goTo('Queue')
    await this.page.getByRole('button', { name: 'Pause all' }).click()
    await shell.goTo('Create')
    const batch = new BatchPage(this.page)
    await batch.open()
    await expect(batch.add).toHaveAccessibleName(/^Add 4 jobs · \$0\.0/)
    await batch.add.click()
    await shell.goTo('Queue')
    // Without the row of the batch, whose title is the template.
    const rows = this.row('boat').filter({ hasNotText: '{' })
    const order = async () =>
      (await rows.allTextContents()).map((text) => /red|blue|green|white/.exec(text)?.[0])
    await expect.poll(order).toEqual(['red', 'blue', 'green', 'white'])
    return { rows, order }
  }
}

interface Boats {
  rows: Locator
  /** The colours of the rows, from top to bottom. */
  order: () => Promise<(string | undefined)[]>
}
