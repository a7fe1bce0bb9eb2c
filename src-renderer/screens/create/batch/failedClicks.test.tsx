import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { toasts } from '../../../lib/toasts.ts'
import { stubElementSizes } from '../../gallery/testing/stubElementSize.ts'
import { makeBatch } from '../../queue/testing/makeBatch.ts'
import { findAddButton, open, previewOf, row, PRICE } from '../testing/openBatchDialog.tsx'

stubElementSizes()

/** Previews are debounced, so that a new one may take longer than the default timeout. */
const PREVIEW_WAIT = { timeout: 3000 }
const enqueueKeys = ({ inputs }: ReturnType<typeof open>['studio']) =>
  inputs('batches.enqueue').map((input) => JSON.stringify(input).match(/[0-9a-f-]{36}/)?.[0])
const lost = () => new StudioError({ code: 'studio_lost', money: 'none' })

test('after a lost response, the same rows keep their idempotency key, and the existing batch gets the new name and limit', async () => {
  let clicks = 0
  const { studio, onClose } = open(previewOf([row(0)]), {
    'batches.enqueue': async () => {
      if (clicks++ === 0) throw lost()
      return makeBatch({ id: 'first', name: 'Name of the first click', cap: null })
    },
    'batches.rename': async () => makeBatch(),
    'batches.set_limit': async () => makeBatch(),
  })
  await userEvent.click(await findAddButton(/^Add 1 job/))
  await screen.findByText(/Easel isn’t responding/)
  const name = screen.getByRole('textbox', { name: 'Name' })
  await userEvent.clear(name)
  await userEvent.type(name, 'Boats')
  await userEvent.type(screen.getByRole('textbox', { name: 'Spending limit' }), '2')
  await userEvent.click(await findAddButton(/^Add 1 job/))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const keys = enqueueKeys(studio)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  await waitFor(() => expect(studio.inputs('batches.set_limit')).toEqual([{ id: 'first', cap: 2e9 }]))
  expect(studio.inputs('batches.rename')).toEqual([{ id: 'first', name: 'Boats' }])
})

test('after a lost response, the rows of the same plan keep their idempotency key even if the dialog was closed', async () => {
  const preview = (id: string) => previewOf([row(0), row(1)], { id })
  const first = open(preview('first'), {
    'batches.enqueue': async () => {
      throw lost()
    },
  })
  await userEvent.click(await findAddButton(/^Add 2 jobs/))
  await screen.findByText(/Easel isn’t responding/)
  cleanup()
  const second = open(preview('second'))
  await userEvent.click(await findAddButton(/^Add 2 jobs/))
  await waitFor(() => expect(second.onClose).toHaveBeenCalled())
  const keys = [first, second].flatMap(({ studio }) => enqueueKeys(studio))
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('after a lost response, rows whose prices arrived meanwhile keep their idempotency key', async () => {
  const beforePrices = previewOf([row(0), row(1, { price: null })], { pricesToRequest: 40, unpriced: 0 })
  const { studio } = open(beforePrices, {
    'batches.price': async () => previewOf([row(0), row(1)]),
    'batches.enqueue': async () => {
      throw lost()
    },
  })
  await userEvent.click(await findAddButton(/^Add 2 jobs · \$0\.004213$/))
  await screen.findByText(/Easel isn’t responding/)
  await userEvent.click(screen.getByRole('button', { name: 'Check 40 prices' }))
  await userEvent.click(await findAddButton(/^Add 2 jobs · \$0\.008426$/))
  await waitFor(() => expect(studio.inputs('batches.enqueue')).toHaveLength(2))
  const keys = enqueueKeys(studio)
  expect(new Set(keys).size).toBe(1)
})

test('a failed click is reported in a toast after the dialog was closed', async () => {
  const gate = Promise.withResolvers<void>()
  open(previewOf([row(0)]), {
    'batches.enqueue': async () => {
      await gate.promise
      throw new StudioError({ code: 'batch_empty', money: 'not_charged' })
    },
  })
  await userEvent.click(await findAddButton(/^Add 1 job/))
  cleanup()
  gate.resolve()
  await waitFor(() => expect(toasts.getState().list.at(-1)?.text).toMatch(/^No row of this batch can run/))
})

test('a new preview withdraws consent to run rows without a price, and shows why it was loaded', async () => {
  let previews = 0
  open(previewOf([]), {
    'batches.preview': async () => previewOf([row(0), row(1, { price: null })], { id: `p${previews++}` }),
    'batches.enqueue': async () => {
      throw new StudioError({ code: 'batch_preview_gone', money: 'not_charged' })
    },
  })
  const consent = await screen.findByRole('switch', { name: 'Run 1 job without a price' })
  await userEvent.click(consent)
  await userEvent.click(await findAddButton(/^Add 2 jobs · \$0\.004213 \+ 1 without a price$/))
  await waitFor(() => expect(previews).toBe(2), PREVIEW_WAIT)
  await waitFor(() => expect(consent.ariaChecked ?? consent.getAttribute('aria-checked')).toBe('false'))
  expect(screen.getByText(/This preview is out of date/)).toBeDefined()
})

test.each(['batch_preview_gone', 'batch_repeated'] as const)(
  'deselected rows stay deselected in the new preview that is loaded after %s',
  async (code) => {
    let previews = 0
    const { studio } = open(previewOf([]), {
      'batches.preview': async () => previewOf([row(0), row(1), row(2)], { id: `p${previews++}` }),
      'batches.enqueue': async ({ preview }) => {
        if (preview === 'p0')
          throw new StudioError(makeProblem(code, { money: 'not_charged', params: { count: 1 } }))
        return makeBatch({})
      },
    })
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Job 2: row 1' }))
    await userEvent.click(await findAddButton(/^Add 2 jobs/))
    await waitFor(() => expect(previews).toBe(2), PREVIEW_WAIT)
    await userEvent.click(await findAddButton(/^Add 2 jobs/))
    await waitFor(() =>
      expect(studio.inputs('batches.enqueue')).toMatchObject([{ skip: [1] }, { preview: 'p1', skip: [1] }]),
    )
  },
)

test.each([
  ['the same', 1, true],
  ['higher', 2, false],
])(
  'a batch whose prices were too old is priced again; at %s prices a click runs or asks',
  async (_, factor, runs) => {
    const priced = previewOf([row(0), row(1)].map((one) => ({ ...one, price: PRICE * factor })))
    const { studio } = open(previewOf([row(0), row(1)]), {
      'batches.price': async () => priced,
      'batches.enqueue': async ({ total }) => {
        if (studio.inputs('batches.price').length === 0)
          throw new StudioError({ code: 'quote_outdated', money: 'not_charged' })
        return makeBatch({ quoted: total })
      },
    })
    await userEvent.click(await findAddButton(/^Add 2 jobs/))
    await waitFor(() => expect(studio.inputs('batches.price')).toMatchObject([{ refresh: true }]))
    if (runs) await waitFor(() => expect(studio.inputs('batches.enqueue')).toHaveLength(2))
    else {
      expect(
        await screen.findByText('It was $0.008426 when you clicked and is $0.016852 now. Nothing was sent.'),
      ).toBeDefined()
      expect(studio.inputs('batches.enqueue')).toHaveLength(1)
      await userEvent.click(await findAddButton(/^Add 2 jobs · \$0\.016852/))
      await waitFor(() => expect(studio.inputs('batches.enqueue')).toMatchObject([{}, { total: 4 * PRICE }]))
    }
  },
)
