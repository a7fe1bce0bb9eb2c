import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import { expect, test } from 'vitest'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Connection } from '../../../../src-preload/contract/types/connection.ts'
import { Catalogue } from '../../catalogue/Catalogue.ts'
import type { FileMetadata } from '../../catalogue/FindFile.ts'
import { inputFiles } from '../../catalogue/fixtures/inputFiles.ts'
import { modelRecord } from '../../testing/modelRecord.ts'
import { Drafts } from './Drafts.ts'

const connection: Connection = {
  id: 'c',
  name: 'Mine',
  address: 'https://service.example',
  kind: 'remote',
  key: 'keychain',
  current: true,
}

function openDrafts(
  model: Parameters<typeof modelRecord>[0] = {},
  refused?: Record<string, string[]>,
  code?: ProblemCode,
) {
  const catalogue = new Catalogue()
  const files: Record<string, FileMetadata | undefined> = { ...inputFiles }
  const requests: { key: string; kind: string; path: string; text: string }[] = []
  const quotes = new Map<string, { price: number; quotedAt: number }>()
  const drafts = new Drafts({
    connections: { current: () => connection },
    catalogue,
    models: {
      reportGone: () => {},
      find: (_, slug) =>
        slug === 'm' ? { ...modelRecord({ slug: 'm', ...model }), isDelisted: false } : null,
    },
    findFile: (id) => files[id] ?? null,
    quotes: {
      find: (_, key) => quotes.get(key) ?? null,
      price: async ({ key, kind, request }) => {
        requests.push({ key, kind, path: request.path, text: request.text })
        const fields = refused && { fields: refused }
        const problem = makeProblem(code ?? 'service_refused', { ...fields })
        if (refused || code) return { state: 'unavailable', key, problem }
        quotes.set(key, { price: 5, quotedAt: 1 })
        return { state: 'priced', key, price: 5, quotedAt: 1 }
      },
    },
    random: () => 0.5,
  })
  return { drafts, files, requests, quotes }
}
const draft = (operation: string, values: Record<string, string | string[] | number>) => ({
  operation,
  model: 'm',
  values,
})

test('maps field errors of a price request to the entries of the form', async () => {
  const { drafts } = openDrafts({}, { inference_steps: ['too many'] })
  const input = {
    ...draft('txt2music', { prompt: 'slow piano', lyrics: 'la', duration: 30, steps: 8 }),
    draftId: 'd',
  }
  expect(await drafts.price(input)).toMatchObject({
    state: 'unavailable',
    problem: { fields: { steps: ['too many'] } },
  })
})

test('reports missing values when they are the only cause of a rejected price', async () => {
  const { drafts } = openDrafts({}, { first_frame_image: ['required'], prompt: ['too short'] })
  const input = { ...draft('img2video', { seed: 4 }), draftId: 'd' }
  expect(await drafts.price(input)).toEqual({
    state: 'invalid',
    issues: [
      { field: 'first_frame_image', code: 'required' },
      { field: 'prompt', code: 'required' },
    ],
  })
})

test('maps field errors only to values that were sent, not to stand-ins', async () => {
  const { drafts } = openDrafts({}, { width: ['too wide'], prompt: ['too short'], tier: ['not yours'] })
  const input = { ...draft('txt2img', { width: 1536, height: 1024 }), draftId: 'd' }
  const response = await drafts.price(input)
  expect(response).toMatchObject({ state: 'unavailable', problem: { fields: { width: ['too wide'] } } })
  expect(response.state === 'unavailable' && Object.keys(response.problem.fields ?? {})).toEqual([
    'width',
    'tier',
  ])
})

test('maps an error about a measurement to its file', async () => {
  const { drafts } = openDrafts({}, { height: ['too small'] })
  const response = await drafts.price({ ...draft('img_upscale', { image: ['photo'] }), draftId: 'd' })
  expect(response).toMatchObject({ problem: { fields: { image: ['too small'] } } })
})

test('reports a request that is too large to price at its file', async () => {
  const { drafts } = openDrafts({}, undefined, 'service_too_large_to_price')
  const input = { ...draft('img_rmbg', { image: ['photo'] }), draftId: 'd' }
  expect(await drafts.price(input)).toMatchObject({
    state: 'unavailable',
    problem: { code: 'service_too_large_to_price', fields: { image: [] } },
  })
})

test('prepares a job with its files and their asset ids', async () => {
  const { drafts } = openDrafts({ limits: { max_input_images: 2 } })
  const input = { ...draft('img2img', { image: ['photo', 'other'], prompt: 'in snow' }), draftId: 'd' }
  const quote = await drafts.price(input)
  const prepared = drafts.prepare({ ...input, quote: quote.state === 'priced' ? quote : null })
  expect(prepared).toMatchObject({
    title: 'in snow',
    price: 5,
    inputs: [
      { field: 'image', assetId: 'photo' },
      { field: 'image', assetId: 'other' },
    ],
    request: {
      encoding: 'multipart',
      files: [
        { field: 'images[]', path: '/inputs/png', fileName: 'image-1.png', mime: 'image/png' },
        { field: 'images[]', path: '/inputs/jpg', fileName: 'image-2.jpg', mime: 'image/jpeg' },
      ],
    },
  })
  expect(prepared.values).toMatchObject({ image: ['photo', 'other'], seed: 1_073_741_824 })
})

test('reports a file that was deleted after it was chosen and prepares nothing', () => {
  const { drafts, files } = openDrafts()
  const input = draft('img_upscale', { image: ['photo'] })
  expect(drafts.check(input)).toEqual([])
  files['photo'] = inputFiles['photo'] && { ...inputFiles['photo'], isPresent: false }
  expect(drafts.check(input)).toMatchObject([{ field: 'image', code: 'file_missing' }])
  expect(() => drafts.prepare({ ...input, quote: null })).toThrow(StudioError)
})

test('requests the price of an image by its size, without the file', async () => {
  const { drafts, requests } = openDrafts()
  const input = { ...draft('img_rmbg', { image: ['photo'] }), draftId: 'd' }
  await drafts.price({ ...input, kind: 'choice' })
  await drafts.price(input)
  expect(requests.map(({ kind }) => kind)).toEqual(['choice', 'typing'])
  expect(requests[0]).toMatchObject({
    path: 'img-rmbg/price-calculation',
    text: '{"model":"m","width":640,"height":480}',
  })
})

test('requests no price without the file that it depends on', async () => {
  const { drafts, requests } = openDrafts()
  expect(await drafts.price({ ...draft('audiofile2txt', {}), draftId: 'd' })).toEqual({
    state: 'invalid',
    issues: [{ field: 'audio', code: 'required' }],
  })
  expect(requests).toEqual([])
})

test('binds an image of the same size to the same quote, but not one of another size', async () => {
  const { drafts } = openDrafts()
  const quote = await drafts.price({ ...draft('img_rmbg', { image: ['photo'] }), draftId: 'd' })
  const shown = quote.state === 'priced' ? quote : null
  expect(drafts.prepare({ ...draft('img_rmbg', { image: ['photo'] }), quote: shown }).price).toBe(5)
  expect(() => drafts.prepare({ ...draft('img_rmbg', { image: ['other'] }), quote: shown })).toThrow(
    'quote_outdated',
  )
})

test('rejects a click if the price rose and reports the new price, and binds it to a price that fell', async () => {
  const { drafts, quotes } = openDrafts()
  const values = draft('img_rmbg', { image: ['photo'] })
  const job = { id: 'j', connection, operation: 'img_rmbg', model: { slug: 'm' }, values: values.values }
  const quote = await drafts.price({ ...values, draftId: 'd' })
  if (quote.state !== 'priced') throw new Error(quote.state)
  // Another draft has requested the price in the meantime.
  quotes.set(quote.key, { price: 25, quotedAt: 9 })
  const changed = { code: 'price_changed', money: 'not_charged', params: { shown: 5, price: 25 } }
  for (const click of [() => drafts.prepare({ ...values, quote }), () => drafts.quoteOf(job, quote)])
    expect(click).toThrow(expect.objectContaining({ problem: changed }))
  for (const price of [5, 4]) {
    quotes.set(quote.key, { price, quotedAt: 9 })
    expect(drafts.prepare({ ...values, quote })).toMatchObject({ price, quotedAt: 9 })
    expect(drafts.quoteOf(job, quote)).toEqual({ price, quotedAt: 9 })
  }
})

test('finds the known price of a job whose model adds fields', async () => {
  const { drafts } = openDrafts({ limits: { min_strength: 0, max_strength: 1 } })
  const { operation, values } = draft('txt2img', { prompt: 'a fox', seed: 7, strength: 0.4 })
  await drafts.price({ operation, model: 'm', values, draftId: 'd' })
  const job = { id: 'j', connection, operation, model: { slug: 'm' }, values }
  expect(drafts.knownPriceOf(job, 'click')).toEqual({ price: 5, quotedAt: 1 })
})

test('the price request of a job is that of its values, and null if it can no longer be priced', async () => {
  const { drafts, requests } = openDrafts()
  const values = { image: ['photo'] }
  const job = { id: 'j', connection, operation: 'img_rmbg', model: { slug: 'm' }, values }
  await drafts.priceOf(job)
  expect(drafts.priceRequestOf(job)).toMatchObject({ path: requests[0]?.path, text: requests[0]?.text })
  expect(drafts.priceRequestOf({ ...job, values: {} }), 'without its file').toBeNull()
  expect(drafts.priceRequestOf({ ...job, model: { slug: 'gone' } }), 'without its model').toBeNull()
  expect(drafts.priceRequestOf({ ...job, operation: 'unknown' }), 'of an unknown task').toBeNull()
})

test('rejects a click if its price is no longer known or newer than the known one', async () => {
  const { drafts, quotes } = openDrafts()
  const values = draft('img_rmbg', { image: ['photo'] })
  const quote = await drafts.price({ ...values, draftId: 'd' })
  if (quote.state !== 'priced') throw new Error(quote.state)
  const click = (quotedAt: number) => () => drafts.prepare({ ...values, quote: { ...quote, quotedAt } })
  expect(click(2)).toThrow('quote_outdated')
  quotes.clear()
  expect(click(1)).toThrow('quote_outdated')
})
