import type { Values } from '../../src-preload/contract/types/form.ts'
import type { ShownQuote } from '../../src-preload/contract/types/quote.ts'
import type { StudioChild } from './StudioChild.ts'

/** What clicks of one task have in common; the prompt makes each body its own. */
export interface Prepared {
  operation: string
  model: string
  values: Values
  quote: ShownQuote
}

/** The tasks the user clicks. */
export interface PreparedForms {
  fromText: Prepared
  /** The same from an image beside the words, sent as multipart; null where the service has no model for it. */
  fromImage: Prepared | null
}

/** The field of an image task's form that takes it. */
export const IMAGE_FIELD = 'image'

/** Reads the models and prepares a form for words, and one for the image with this id. */
export async function prepareForms(child: StudioChild, picture: string): Promise<PreparedForms> {
  assertOk(child, 'models.refresh', await child.call('models.refresh', undefined))
  const fromText = await prepareForm(child, 'txt2img', {})
  if (!fromText) throw new Error('The service prices no text to image of a model that can run as it is')
  return { fromText, fromImage: await prepareForm(child, 'img2img', { [IMAGE_FIELD]: [picture] }) }
}

/** Chooses the model that makes the smallest image, at its least steps; null where none can run as it is. */
async function prepareForm(child: StudioChild, operation: string, own: Values): Promise<Prepared | null> {
  const ask: StudioChild['call'] = async (route, input) =>
    assertOk(child, route, await child.call(route, input))
  const { models } = await data(ask('models.list', { operation }))
  const candidates: { area: number; model: string; values: Values }[] = []
  for (const { slug } of models) {
    const { fields, defaults } = await data(ask('forms.open', { operation, model: slug }))
    const values: Values = { ...defaults, prompt: 'a price for the crash test', seed: 7, ...own }
    let area = Number.MAX_VALUE
    for (const field of fields) {
      // One that may be left out follows the image, which is smaller.
      if (field.kind === 'size' && field.required && field.width.min && field.height.min) {
        area = field.width.min * field.height.min
        Object.assign(values, { width: field.width.min, height: field.height.min })
      } else if (field.name === 'steps' && 'min' in field && field.min !== undefined)
        values['steps'] = field.min
    }
    const { issues } = await data(ask('forms.check', { operation, model: slug, values }))
    if (issues.length === 0) candidates.push({ area, model: slug, values })
  }
  // The service may refuse the smallest of a form that knows less than it does.
  for (const { model, values } of candidates.sort((a, b) => a.area - b.area)) {
    const draft = { operation, model, values }
    const quote = await data(ask('quotes.price', { ...draft, draft: 'crash', kind: 'choice' }))
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

async function data<T>(answer: Promise<{ ok: boolean; data?: T } | null>): Promise<T> {
  const envelope = await answer
  if (envelope?.data === undefined) throw new Error('No answer')
  return envelope.data
}
