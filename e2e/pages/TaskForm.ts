import { expect, type Locator, type Page } from '@playwright/test'
import type { Journey } from '../fixtures/journeys.ts'
import type { Inputs } from '../fixtures/makeInputs.ts'
import type { ListedModel } from '../fixtures/startService.ts'
import { CreatePage } from './CreatePage.ts'

/** The tasks that are listed as inputs of "Transcribe". */
const TRANSCRIPTIONS: Record<string, string> = {
  Transcribe: 'Any file or URL',
  'Video URL to text': 'Video URL',
  'Audio URL to text': 'Audio URL',
  'Video file to text': 'Video file',
  'Audio file to text': 'Audio file',
}

/** The form of any task, by its labels. */
export class TaskForm extends CreatePage {
  /** The left side of Create: task, model, fields, the button. */
  readonly panel: Locator

  constructor(page: Page) {
    super(page)
    this.panel = page.getByRole('region', { name: 'Create', exact: true })
  }

  /** The text or number field with this label. */
  textbox(label: string): Locator {
    return this.panel.getByRole('textbox', { name: label, exact: true })
  }

  /** The file field with this label. */
  fileField(label: string): Locator {
    const field = this.page.getByText(label, { exact: true })
    return this.panel.locator(':has(> * > label)').filter({ has: field }).locator('[data-file-field]')
  }

  /** Types text and numbers into the fields with these labels. */
  async fillFields(typed: Record<string, string>): Promise<void> {
    for (const [label, text] of Object.entries(typed)) await this.fillField(this.textbox(label), text)
  }

  /** Error message of a field. */
  errorMessage(text: RegExp | string): Locator {
    return this.panel.getByText(text)
  }

  async chooseTask(task: string): Promise<void> {
    const source = TRANSCRIPTIONS[task]
    const listed = source === undefined ? task : 'Transcribe'
    if ((await this.task.textContent())?.startsWith(listed) !== true) {
      await this.task.click()
      await this.page.getByRole('option', { name: new RegExp(`^${listed.replace(/[()]/g, '\\$&')}`) }).click()
      await expect(this.task).toContainText(listed)
    }
    if (source !== undefined)
      await this.panel.getByRole('combobox', { name: 'Input' }).selectOption({ label: source })
  }

  /** Chooses the model with the smallest images, which is the fastest; models without a published size count as large. */
  async chooseFastestModel(models: readonly ListedModel[]): Promise<void> {
    await this.model.click()
    // The options of the list that is open, not those of a closed select.
    const options = this.page.getByRole('option').filter({ visible: true })
    await options.first().waitFor()
    const names = (await options.allInnerTexts()).map((text) => text.trim().split('\n')[0] ?? '')
    const maxWidth = (name: string) =>
      models.find((model) => model.name === name)?.info.limits.max_width ?? Infinity
    const [lightest = ''] = names.toSorted(
      (a, b) => maxWidth(a) - maxWidth(b) || names.indexOf(a) - names.indexOf(b),
    )
    await options.nth(names.indexOf(lightest)).click()
    await expect(this.model).toContainText(lightest)
  }

  /** Expands the advanced fields, if there are any. */
  async openAdvanced(): Promise<void> {
    const advanced = this.panel.getByRole('group').filter({ hasText: /^Advanced/ })
    if ((await advanced.getAttribute('open')) === null) await advanced.locator('summary').click()
    await expect(advanced).toHaveAttribute('open', '')
  }

  /** Chooses files in the system's own dialog. */
  async chooseFiles(label: string, ...paths: string[]): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser')
    await this.panel.getByRole('button', { name: `Choose for ${label}` }).click()
    await (await chooser).setFiles(paths)
  }

  /** Chooses the task and its fastest model, and enters the journey's values. */
  async prepare(journey: Journey, inputs: Inputs, models: readonly ListedModel[]): Promise<void> {
    await this.chooseTask(journey.task)
    await this.chooseFastestModel(models)
    await this.enterValues(journey, inputs)
  }

  async enterValues(
    { files = {}, typed = {} }: Omit<Journey, 'task' | 'viewer'>,
    inputs: Inputs,
  ): Promise<void> {
    for (const [label, name] of Object.entries(files)) {
      await this.chooseFiles(label, inputs[name])
      await expect(this.fileField(label).getByRole('listitem')).toHaveCount(1)
    }
    await this.fillFields(typed)
  }

  /** Refreshes the list of models. */
  async refreshModels(): Promise<void> {
    await this.model.click()
    await this.page.getByRole('button', { name: 'Refresh' }).click()
    await expect(this.page.getByRole('button', { name: 'Refresh' })).toBeEnabled()
    await this.page.keyboard.press('Escape')
  }

  /** Runs the form and waits until the result is on disk. */
  async run(): Promise<void> {
    await this.readPrice()
    const saved = this.cards('Saved')
    const before = await saved.count()
    await this.generate.click()
    await expect(saved).toHaveCount(before + 1, { timeout: 60_000 })
  }

  /** All values of the form by field: typed, checked, selected and fixed ones. */
  async readFields(): Promise<string[]> {
    return this.panel.evaluate((panel) => {
      const fields = panel.querySelectorAll<HTMLElement>(
        'input:not([type=file], [type=range]), textarea, select, output, [role=combobox], [data-file-field] li',
      )
      return [...fields].flatMap((field) => {
        const label =
          field.getAttribute('aria-label') ??
          (field instanceof HTMLInputElement ||
          field instanceof HTMLTextAreaElement ||
          field instanceof HTMLSelectElement
            ? field.labels?.[0]?.textContent
            : '') ??
          ''
        if (field instanceof HTMLSelectElement) return `${label}: ${field.selectedOptions[0]?.textContent}`
        if (field instanceof HTMLTextAreaElement) return `${label}: ${field.value}`
        if (!(field instanceof HTMLInputElement)) return `${label}: ${field.textContent}`
        if (field.type === 'radio') return field.checked ? `chosen: ${label}` : []
        if (field.type === 'checkbox') return `${label}: ${field.checked}`
        return `${label}: ${field.value}`
      })
    })
  }

  /** Starts recording whether progress is shown. The returned function tells whether it was. */
  async trackProgress(): Promise<() => Promise<boolean>> {
    await this.page.evaluate(() => {
      const root = document.documentElement
      delete root.dataset['progressed']
      const recordProgress = () => {
        if (document.querySelector('main progress') !== null) root.dataset['progressed'] = 'true'
      }
      new MutationObserver(recordProgress).observe(document.body, { subtree: true, childList: true })
    })
    return async () => (await this.page.locator('html[data-progressed]').count()) > 0
  }

  /** Removes the files and overwrites the texts. */
  async overwriteValues(): Promise<void> {
    const remove = this.panel.getByRole('button', { name: /^Remove (?!background)/ })
    for (let left = await remove.count(); left > 0; left--) {
      await remove.first().click()
      await expect(remove).toHaveCount(left - 1)
    }
    const texts = this.panel.locator('textarea:visible, input[inputmode=url]:visible')
    for (const box of await texts.all()) await box.fill('overwritten')
  }
}
