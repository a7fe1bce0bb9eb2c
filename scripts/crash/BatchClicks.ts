import { randomUUID } from 'node:crypto'
import { batchErrors, jobErrors } from '../../src-preload/contract/errors.ts'
import type { Values } from '../../src-preload/contract/types/form.ts'
import { IMAGE_FIELD, type PreparedForms } from './prepareForm.ts'
import type { UserFiles } from './UserFiles.ts'
import type { StudioChild } from './StudioChild.ts'

/** What tells the rows of a batch from each other; each makes a prompt no other row has. */
const ENDS = ['a', 'b', 'c']
const PASSING: readonly string[] = [jobErrors.quoteOutdated, jobErrors.priceChanged, batchErrors.previewGone]

interface Click {
  idempotencyKey: string
  prompt: string
  from: keyof PreparedForms
}

/** Clicks of batches: three rows each, written all or none, clicked again with the same click where no answer came. */
export class BatchClicks {
  /** Clicks of rows whose batch was answered for: none of them may be lost. */
  readonly acknowledged = new Set<string>()
  readonly #forms: PreparedForms
  readonly #files: UserFiles
  readonly #run: string
  readonly #unanswered = new Set<Click>()
  #count = 0

  constructor({ forms, files, run }: { forms: PreparedForms; files: UserFiles; run: string }) {
    this.#forms = forms
    this.#files = files
    this.#run = run
  }

  async click(child: StudioChild): Promise<void> {
    const count = this.#count++
    const from = this.#forms.fromImage && count % 2 === 1 ? 'fromImage' : 'fromText'
    await this.#send(child, { idempotencyKey: randomUUID(), prompt: `${this.#run} batch ${count}`, from })
  }

  async retryUnanswered(child: StudioChild): Promise<void> {
    await Promise.all([...this.#unanswered].map((click) => this.#send(child, click)))
  }

  /** What was not sent before the end waits for this word. */
  async resume(child: StudioChild): Promise<void> {
    await child.call('queue.resume', { all: true })
  }

  async #send(child: StudioChild, click: Click): Promise<void> {
    this.#unanswered.add(click)
    const form = this.#forms[click.from]
    if (!form) return
    const { operation, model } = form
    const plan = {
      count: 1,
      seeds: 'same' as const,
      variants: true,
      wildcards: {},
      axes: [],
      table: null,
      files: null,
    }
    const prompt = `${click.prompt} {${ENDS.join('|')}}`
    const values: Values = { ...form.values, prompt }
    if (click.from === 'fromImage') {
      const file = await this.#files.give(
        child,
        ENDS.map((end) => `${click.prompt} ${end}`),
      )
      if (file === null) return
      values[IMAGE_FIELD] = [file]
    }
    const shown = await child.call('batches.preview', { operation, model, values, plan })
    if (!shown?.ok) return
    const { id } = shown.data
    // The quote may have run out: then the rows are priced again.
    const priced = shown.data.calls > 0 ? await child.call('batches.price', { preview: id, most: 5 }) : shown
    if (!priced?.ok || priced.data.unpriced > 0) return
    const { total } = priced.data
    const answer = await child.call('batches.enqueue', {
      idempotencyKey: click.idempotencyKey,
      preview: id,
      name: click.prompt,
      skip: [],
      total,
      unpriced: false,
      cap: null,
    })
    // The quote ran out, or newer previews took this one's place: clicked again in the next life.
    if (answer === null || (!answer.ok && PASSING.includes(answer.error.code))) return
    if (!answer.ok) throw new Error(`A batch was refused: ${JSON.stringify(answer.error)}`)
    if (answer.data.jobs !== ENDS.length) throw new Error(`A batch has ${answer.data.jobs} jobs`)
    this.#unanswered.delete(click)
    for (const row of ENDS.keys()) this.acknowledged.add(`${click.idempotencyKey}/${row}`)
  }
}
