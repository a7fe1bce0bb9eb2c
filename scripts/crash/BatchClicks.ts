import { randomUUID } from 'node:crypto'
import { batchErrors, jobErrors } from '../../src-preload/contract/errors.ts'
import type { Values } from '../../src-preload/contract/types/form.ts'
import { IMAGE_FIELD, type PreparedForms } from './prepareForm.ts'
import type { UserFiles } from './UserFiles.ts'
import type { StudioChild } from './StudioChild.ts'
import { plainPlan } from '../../src-main/studio/jobs/batches/testing.ts'

/** Suffixes that make the prompts of a batch's rows unique. */
const SUFFIXES = ['a', 'b', 'c']
/** Errors that mean the preview or its prices are no longer valid. */
const OUTDATED_PREVIEW_ERRORS: readonly string[] = [
  jobErrors.quoteOutdated,
  jobErrors.priceChanged,
  batchErrors.previewGone,
  batchErrors.repeated,
]

interface Click {
  idempotencyKey: string
  prompt: string
  /** The form that it submits. */
  from: keyof PreparedForms
}

/**
 * Clicks that enqueue batches of three rows. A batch is stored completely or not at all, and its click is retried
 * with the same idempotency key until it is acknowledged.
 */
export class BatchClicks {
  /** Idempotency keys of the rows of acknowledged batches; none may be lost. */
  readonly acknowledged = new Set<string>()
  readonly #forms: PreparedForms
  readonly #files: UserFiles
  readonly #run: string
  readonly #unacknowledged = new Set<Click>()
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

  async retryUnacknowledged(child: StudioChild): Promise<void> {
    await Promise.all([...this.#unacknowledged].map((click) => this.#send(child, click)))
  }

  /** Resumes the jobs held since the last restart. */
  async resume(child: StudioChild): Promise<void> {
    await child.call('queue.resume', { all: true })
  }

  async #send(child: StudioChild, click: Click): Promise<void> {
    this.#unacknowledged.add(click)
    const form = this.#forms[click.from]
    if (!form) return
    const { operation, model } = form
    const plan = { ...plainPlan, seeds: 'shared' as const }
    const prompt = `${click.prompt} {${SUFFIXES.join('|')}}`
    const values: Values = { ...form.values, prompt }
    if (click.from === 'fromImage') {
      const file = await this.#files.importFor(
        child,
        SUFFIXES.map((suffix) => `${click.prompt} ${suffix}`),
      )
      if (file === null) return
      values[IMAGE_FIELD] = [file]
    }
    const previewed = await child.call('batches.preview', { operation, model, values, plan })
    if (!previewed?.ok) return
    const { id } = previewed.data
    // The quote may be outdated; then the rows are priced again.
    const priced =
      previewed.data.pricesToRequest > 0
        ? await child.call('batches.price', { preview: id, limit: 5 })
        : previewed
    if (!priced?.ok || priced.data.unpriced > 0) return
    const { total } = priced.data
    const response = await child.call('batches.enqueue', {
      idempotencyKey: click.idempotencyKey,
      preview: id,
      name: click.prompt,
      skip: [],
      total,
      unpriced: false,
      cap: null,
    })
    // The quote is outdated or the preview was replaced by newer ones: retried in the next cycle.
    if (response === null || (!response.ok && OUTDATED_PREVIEW_ERRORS.includes(response.error.code))) return
    if (!response.ok) throw new Error(`A batch was rejected: ${JSON.stringify(response.error)}`)
    if (response.data.jobs !== SUFFIXES.length) throw new Error(`A batch has ${response.data.jobs} jobs`)
    this.#unacknowledged.delete(click)
    for (const row of SUFFIXES.keys()) this.acknowledged.add(`${click.idempotencyKey}/${row}`)
  }
}
