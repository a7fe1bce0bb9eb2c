import { expect, type Locator, type Page } from '@playwright/test'

/** Verbs of the generate button. */
const VERBS =
  /^(Generate|Upscale|Remove background|Replace|Transcribe|Extract text|Create embedding)( ·|$| \d+( |$))/

/** The Create screen: task, model, form, generate button, and the current result. */
export class CreatePage {
  readonly page: Page
  readonly task: Locator
  readonly model: Locator
  readonly prompt: Locator
  readonly negativePrompt: Locator
  readonly width: Locator
  readonly height: Locator
  readonly steps: Locator
  readonly seed: Locator
  readonly generate: Locator
  readonly progress: Locator
  /** The current result, on the right. */
  readonly stage: Locator
  /** The cards of the newest jobs. */
  readonly strip: Locator

  constructor(page: Page) {
    this.page = page
    this.task = page.getByRole('combobox', { name: /^Task/ })
    this.model = page.getByRole('combobox', { name: /^Model/ })
    this.prompt = page.getByRole('textbox', { name: 'Prompt', exact: true })
    this.negativePrompt = page.getByRole('textbox', { name: 'Negative prompt' })
    this.width = page.getByRole('textbox', { name: 'Width' })
    this.height = page.getByRole('textbox', { name: 'Height' })
    this.steps = page.getByRole('textbox', { name: 'Steps' })
    this.seed = page.getByRole('textbox', { name: 'Seed' })
    this.generate = page.getByRole('button', { name: VERBS })
    this.stage = page.getByRole('region', { name: 'Result', exact: true })
    this.strip = page.getByRole('list', { name: 'Running and newest results' })
    this.progress = page.getByRole('main').getByRole('progressbar', { name: 'Progress' }).first()
  }

  /** Cards of the strip whose text starts with this ("Saved", "Running 4"…), newest first. */
  cards(text: string): Locator {
    return this.strip.getByRole('button', { name: new RegExp(`^${text}`) })
  }

  /** Preview images of running jobs, on their cards and in place of the current result. */
  previews(): Locator {
    return this.page.getByRole('main').locator('img[src*=preview]')
  }

  /**
   * The price on the button, once it has not changed for a while: after an edit, the old price stays visible until the new one
   * arrives.
   */
  async readPrice(): Promise<string> {
    await this.waitForPrice()
    const name = await this.generate.evaluate(async (button) => {
      let last = ''
      for (let since = performance.now(); ;) {
        const now = await new Promise<number>((done) => requestAnimationFrame(done))
        const current = button.getAttribute('aria-label') ?? ''
        if (current !== last) since = now
        last = current
        if (last.includes('$') && now - since > 250) return last
      }
    })
    // If the button shows a rounded price, the exact one is at the end of its name.
    return [...name.matchAll(/\$[\d.,]+/g)].at(-1)?.[0] ?? ''
  }

  async waitForPrice(): Promise<void> {
    await expect(this.generate).toHaveAccessibleName(/ · \$\d/)
    // The button is busy while it shows the price before the last edit, and while a click is sent.
    await expect(this.generate).not.toHaveAttribute('aria-busy')
  }

  /** The seed in the form, without grouping spaces. */
  async readSeed(): Promise<string> {
    return (await this.seed.inputValue()).replaceAll(/\s/g, '')
  }

  async chooseModel(model: string): Promise<void> {
    await this.model.click()
    await this.page.getByRole('option', { name: model }).first().click()
    await expect(this.model).toContainText(model)
  }

  /** Chooses an aspect ratio; the less common ones are shown on request. */
  async chooseAspectRatio(ratio: string): Promise<void> {
    const chip = this.page.getByRole('button', { name: ratio, exact: true })
    if (!(await chip.isVisible())) await this.page.getByRole('button', { name: 'More', exact: true }).click()
    await chip.click()
  }

  /** Types a value into a field and blurs it. */
  async fillField(field: Locator, value: string): Promise<void> {
    await field.fill(value)
    await field.press('Tab')
  }

  /** Generates an image, waits until it is on disk, and returns the shown price. */
  async generateImage(prompt: string): Promise<string> {
    await this.prompt.fill(prompt)
    const price = await this.readPrice()
    // Only now are the cards of earlier jobs shown for certain.
    const saved = this.cards('Saved')
    const before = await saved.count()
    await this.generate.click()
    await expect(saved).toHaveCount(before + 1, { timeout: 30_000 })
    return price
  }

  /** Waits for the next paint. */
  async waitForNextFrames(): Promise<void> {
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
    )
  }
}
