import { expect, type Locator, type Page } from '@playwright/test'

/** Task, model, form, the button with the price, and this sitting's results. */
export class CreatePage {
  readonly page: Page
  readonly prompt: Locator
  readonly negativePrompt: Locator
  readonly width: Locator
  readonly height: Locator
  readonly steps: Locator
  readonly seed: Locator
  readonly generate: Locator
  readonly model: Locator
  readonly task: Locator
  readonly progress: Locator
  readonly preview: Locator

  constructor(page: Page) {
    this.page = page
    this.prompt = page.getByRole('textbox', { name: 'Prompt', exact: true })
    this.negativePrompt = page.getByRole('textbox', { name: 'Negative prompt' })
    this.width = page
      .getByRole('textbox', { name: 'Width' })
      .or(page.getByRole('spinbutton', { name: 'Width' }))
    this.height = page
      .getByRole('textbox', { name: 'Height' })
      .or(page.getByRole('spinbutton', { name: 'Height' }))
    this.steps = page
      .getByRole('spinbutton', { name: 'Steps' })
      .or(page.getByRole('textbox', { name: 'Steps' }))
    this.seed = page.getByRole('textbox', { name: 'Seed' }).or(page.getByRole('spinbutton', { name: 'Seed' }))
    this.progress = page.getByRole('main').getByRole('progressbar').first()
    this.preview = page
      .getByRole('main')
      .getByRole('img', { name: /preview/i })
      .first()
    this.generate = page.getByRole('button', { name: /^Generate/ })
    this.task = page.getByRole('button', { name: /^Task/ }).or(page.getByRole('combobox', { name: /^Task/ }))
    this.model = page
      .getByRole('button', { name: /^Model/ })
      .or(page.getByRole('combobox', { name: /^Model/ }))
  }

  /** A job card in the state; the newest first. */
  cards(state: string | RegExp): Locator {
    return this.page.getByRole('list', { name: /jobs/i }).getByText(state)
  }

  /** The dollars on the button, once they are there. */
  async price(): Promise<string> {
    await this.priced()
    const name = (await this.generate.textContent()) ?? ''
    return /\$[\d.,]+/.exec(name)?.[0] ?? ''
  }

  async priced(): Promise<void> {
    await this.page.getByRole('button', { name: /^Generate\W+\$\d/ }).waitFor()
  }

  async choose(model: string): Promise<void> {
    await this.model.click()
    await this.page.getByRole('option', { name: model }).first().click()
  }

  /** Types a value into a field and leaves it, as a person does. */
  async set(field: Locator, value: string): Promise<void> {
    await field.fill(value)
    await field.press('Tab')
  }

  /** Makes one picture, waits until it is on the disk, and answers with the price that was shown. */
  async make(prompt: string): Promise<string> {
    const saved = this.cards('Saved')
    const before = await saved.count()
    await this.prompt.fill(prompt)
    const price = await this.price()
    await this.generate.click()
    await expect(saved).toHaveCount(before + 1, { timeout: 30_000 })
    return price
  }

  /** Waits until whatever has arrived is painted. */
  async nextFrames(): Promise<void> {
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
    )
  }
}
