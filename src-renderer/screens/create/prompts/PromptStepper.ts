import { call } from '../../../host/call.ts'

interface Page {
  prompts: readonly { text: string }[]
  next: number | null
}

/** Typed texts that are kept while the user steps away from them. */
const MAX_DRAFTS = 10

/** Steps through the earlier prompts of a field, from its current text on. Keeps typed texts that were never run. */
export class PromptStepper {
  readonly #loadPage: (before: number | null) => Promise<Page>
  /** Typed texts, newest first; the first one is where stepping began. */
  #drafts: string[] = []
  #prompts: string[] = []
  /** Cursor of the next page; null after the last page, undefined before the first. */
  #next: number | null | undefined
  #position = 0
  /** The text of the last step; null before the first one. */
  #shown: string | null = null
  #isLoading = false

  constructor(loadPage: (before: number | null) => Promise<Page>) {
    this.#loadPage = loadPage
  }

  /** The text before the current one; null if there is none, or while it is loading. @throws StudioError if it can't be loaded. */
  async older(current: string): Promise<string | null> {
    if (this.#isLoading) return null
    this.#startFrom(current)
    while (this.#next === undefined || this.#needsPage()) await this.#load()
    return this.#stepTo(this.#position + 1)
  }

  /** The text after the current one; null if the current one is the newest, or while an older one is loading. */
  newer(current: string): string | null {
    if (this.#isLoading || current !== this.#shown) return null
    return this.#stepTo(this.#position - 1)
  }

  /** Keeps a typed text that is about to be replaced by a chosen prompt, so that a step back shows it again. */
  replace(current: string, chosen: string): void {
    this.#startFrom(current)
    this.#drafts = [chosen, ...this.#drafts.filter((text) => text !== chosen)].slice(0, MAX_DRAFTS)
    this.#shown = chosen
  }

  #startFrom(current: string): void {
    if (current === this.#shown) return
    const typed = this.#drafts.filter((text) => text !== current && text.trim() !== '')
    this.#drafts = [current, ...typed].slice(0, MAX_DRAFTS)
    this.#prompts = []
    this.#next = undefined
    this.#position = 0
    this.#shown = current
  }

  #needsPage(): boolean {
    return this.#next !== null && this.#position + 1 >= this.#texts().length
  }

  async #load(): Promise<void> {
    this.#isLoading = true
    try {
      const { prompts, next } = await this.#loadPage(this.#next ?? null)
      this.#prompts.push(...prompts.map(({ text }) => text))
      this.#next = next
    } finally {
      this.#isLoading = false
    }
  }

  #texts(): string[] {
    const [first = '', ...others] = this.#drafts
    const unused = others.filter((text) => !this.#prompts.includes(text))
    return [first, ...unused, ...this.#prompts.filter((text) => text !== first)]
  }

  #stepTo(position: number): string | null {
    const text = this.#texts()[position]
    if (text === undefined) return null
    this.#position = position
    this.#shown = text
    return text
  }
}

/** Prompts per page. */
const PAGE_SIZE = 50

/** By task and field, so that typed texts are kept when another form is opened and closed. */
const steppers = new Map<string, PromptStepper>()

/** The stepper of a field, created once per window. */
export function stepperOf(operation: string, field: string): PromptStepper {
  const key = `${operation}/${field}`
  const known = steppers.get(key)
  if (known) return known
  const stepper = new PromptStepper((before) =>
    call('prompts.list', { operation, field, search: '', before, limit: PAGE_SIZE }),
  )
  steppers.set(key, stepper)
  return stepper
}
