import { expect, type Locator, type Page } from '@playwright/test'

/** What the button of the tasks begins with. */
const VERBS =
  /^(Generate|Upscale|Remove background|Replace|Transcribe|Extract text|Create embedding)( ·|$| \d+( |$))/

/** Task, model, form, the button with the price, and the stage with this session's jobs. */
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
  /** The large place at the right. */
  readonly stage: Locator

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
    this.progress = page.getByRole('main').getByRole('progressbar', { name: 'Progress' }).first()
  }

  /** Cards of the strip whose words begin like this ("Saved", "Running 4"…); the newest first. */
  cards(words: string): Locator {
    const strip = this.page.getByRole('list', { name: 'Running and newest results' })
    return strip.getByRole('button', { name: new RegExp(`^${words}`) })
  }

  /** Preview images of jobs at work, on their cards and on the stage. */
  previews(): Locator {
    return this.page.getByRole('main').locator('img[src*=preview]')
  }

  /**
   * The dollars on the button once they have stood still for a while: for an edit that may not change the price, the
   * old one stays a moment, as any blink would only disturb.
   */
  async price(): Promise<string> {
    await this.priced()
    const name = await this.generate.evaluate(async (button) => {
      let said = ''
      for (let since = performance.now(); ;) {
        const now = await new Promise<number>((done) => requestAnimationFrame(done))
        const says = button.getAttribute('aria-label') ?? ''
        if (says !== said) since = now
        said = says
        if (said.includes('$') && now - since > 250) return said
      }
    })
    // Where the button shows a rounded price, the exact one ends its name.
    return [...name.matchAll(/\$[\d.,]+/g)].at(-1)?.[0] ?? ''
  }

  async priced(): Promise<void> {
    await expect(this.generate).toHaveAccessibleName(/ · \$\d/)
  }

  /** The seed in the form, without the spaces it is grouped by. */
  async seedShown(): Promise<string> {
    return (await this.seed.inputValue()).replaceAll(/\D/g, '')
  }

  async choose(model: string): Promise<void> {
    await this.model.click()
    await this.page.getByRole('option', { name: model }).first().click()
    await expect(this.model).toContainText(model)
  }

  /** Takes one of the aspect ratios offered. */
  async shape(ratio: string): Promise<void> {
    await this.page.getByRole('button', { name: ratio, exact: true }).click()
  }

  /** Types a value into a field and leaves it, as the user does. */
  async set(field: Locator, value: string): Promise<void> {
    await field.fill(value)
    await field.press('Tab')
  }

  /** Makes one image, waits until it is on disk, and answers with the price that was shown. */
  async make(prompt: string): Promise<string> {
    const saved = this.cards('Saved')
    const before = await saved.count()
    await this.prompt.fill(prompt)
    const price = await this.price()
    await this.generate.click()
    await expect(saved).toHaveCount(before + 1, { timeout: 30_000 })
    return price
  }

  /** Presses the key in a number field repeatedly, in one task of the page: a busy machine can't turn it into several bursts. */
  async holdArrowUp(field: Locator, times: number): Promise<void> {
    await field.focus()
    await field.evaluate(async (element, presses) => {
      for (let press = 0; press < presses; press++) {
        const facts = { key: 'ArrowUp', bubbles: true, cancelable: true, repeat: press > 0 }
        element.dispatchEvent(new KeyboardEvent('keydown', facts))
        // React renders what the click changed.
        await Promise.resolve()
      }
    }, times)
  }

  /** Waits until whatever has arrived is painted. */
  async nextFrames(): Promise<void> {
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
    )
  }
}
