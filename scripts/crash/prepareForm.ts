import type { Values } from '../../src-preload/contract/types/form.ts'
import type { ShownQuote } from '../../src-preload/contract/types/quote.ts'
import type { StudioChild } from './StudioChild.ts'

/** What all clicks of one task have in common. Each click has its own prompt, which makes its request unique. */
export interface Prepared {
  operation: string
  model: string
  values: Values
  quote: ShownQuote
}

/** The forms that the simulated user submits. */
export interface PreparedForms {
  fromText: Prepared
  /** From an image and text, sent as multipart; null if the service has no model for it. */
  fromImage: Prepared | null
}

/** Name of the image field in the form of an image task. */
export const IMAGE_FIELD = 'image'

/** Loads the models and prepares a form for text only, and one for the image with this id. */
export async function prepareForms(child: StudioChild, image: string): Promise<PreparedForms> {
  assertOk(child, 'models.refresh', await child.call('models.refresh', undefined))
  const fromText = await prepareForm(child, 'txt2img', {})
  if (!fromText) throw new Error('The service has no text-to-image model whose smallest image can be priced')
  return { fromText, fromImage: await prepareForm(child, 'img2img', { [IMAGE_FIELD]: [image] }) }
}

/**
 * Fills the form of each model with its smallest size and fewest steps, and otherwise with default values. Returns the valid form with the
 * smallest image that the service prices; null if there is none.
 */
async function prepareForm(child: StudioChild, operation: string, extra: Values): Promise<Prepared | null> {
  const call: StudioChild['call'] = async (route, input) =>
    assertOk(child, route, await child.call(route, input))
  const { models } = await data(call('models.list', { operation }))
  const candidates: { area: number; model: string; values: Values }[] = []
  for (const { slug } of models) {
    const { fields, defaults } = await data(call('forms.open', { operation, model: slug }))
    const values: Values = { ...defaults, prompt: 'a price for the crash test', seed: 7, ...extra }
    let area = Number.MAX_VALUE
    for (const field of fields) {
      // An optional size follows the input image, which is smaller.
      if (field.kind === 'size' && field.required && field.width.min && field.height.min) {
        area = field.width.min * field.height.min
        Object.assign(values, { width: field.width.min, height: field.height.min })
      } else if (field.name === 'steps' && 'min' in field && field.min !== undefined)
        values['steps'] = field.min
    }
    const { issues } = await data(call('forms.check', { operation, model: slug, values }))
    if (issues.length === 0) candidates.push({ area, model: slug, values })
  }
  // The service may reject the smallest size when its rules are stricter than the form's.
  for (const { model, values } of candidates.sort((a, b) => a.area - b.area)) {
    const draft = { operation, model, values }
    const quote = await data(call('quotes.price', { ...draft, draftId: 'crash', kind: 'choice' }))
    if (quote.state === 'priced') {
      const { key, price, quotedAt } = quote
      return { ...draft, quote: { key, price, quotedAt } }
    }
  }
  return null
}

function assertOk<E extends { ok: boolean; error?: { code: string } }>(
  child: StudioChild,
  route: string,
  envelope: E | null,
): E {
  if (!envelope?.ok) throw new Error(`${route}: ${envelope?.error?.code ?? child.stderrText()}`)
  return envelope
}

/** The data of a response. @throws Error if there is none. */
async function data<T>(response: Promise<{ ok: boolean; data?: T } | null>): Promise<T> {
  const envelope = await response
  if (envelope?.data === undefined) throw new Error('No response')
  return envelope.data
}
