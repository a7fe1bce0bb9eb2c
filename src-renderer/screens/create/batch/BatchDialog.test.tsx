import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { BatchPreview } from '../../../../src-preload/contract/types/batch.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { stubElementSizes } from '../../gallery/testing/stubElementSize.ts'
import { findAddButton, open, previewOf, row } from '../testing/openBatchDialog.tsx'

stubElementSizes()

/** Previews are debounced, so that a new one may take longer than the default timeout. */
const PREVIEW_WAIT = { timeout: 3000 }

test('the button shows the exact total of the selected rows and sends it once', async () => {
  const { studio, onClose } = open(previewOf([row(0), row(1), row(2)]))
  await findAddButton(/^Add 3 jobs · \$0\.012639$/)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Job 2: row 1' }))
  await userEvent.dblClick(await findAddButton(/^Add 2 jobs · \$0\.008426$/))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(studio.inputs('batches.enqueue')).toEqual([
    {
      preview: 'p',
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: expect.stringMatching(/^3 prompts · /),
      skip: [1],
      total: 8_426_000,
      unpriced: false,
      cap: null,
      collection: null,
    },
  ])
})

test('a half-typed spending limit is completed when its field loses the focus, but not when another window gets it', async () => {
  open(previewOf([row(0)]))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Spending limit' })
  await userEvent.type(field, '1')
  fireEvent.blur(field)
  expect(field.value).toBe('1')
  await userEvent.type(field, '5')
  await userEvent.tab()
  expect(field.value).toBe('15.00')
})

test('a row outside a limit shows the reason and can’t be selected', async () => {
  open(previewOf([row(0), row(1, { issues: [{ field: 'steps', code: 'too_large', params: { max: 4 } }] })]))
  expect(await screen.findByText(/^Steps: /)).toBeDefined()
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Job 2: row 1' })
  expect([box.checked, box.disabled]).toEqual([false, true])
  expect(screen.getByText('1 outside the model’s limits, skipped')).toBeDefined()
  await findAddButton(/^Add 1 job · \$0\.004213$/)
})

test('with a rejected key, rows can’t run unpriced, and a link leads to the key', async () => {
  const problem = { code: 'service_key_refused', money: 'none' } as const
  const { onClose } = open(previewOf([row(0, { price: null, problem }), row(1, { price: null, problem })]))
  const link = await screen.findByRole('button', { name: 'Update key' })
  expect(screen.queryByRole('switch', { name: /without a price/i })).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Add 2 jobs/ }).disabled).toBe(true)
  await userEvent.click(link)
  expect(location.hash).toBe('#/settings/connections')
  expect(onClose).toHaveBeenCalled()
})

test('the list can be filtered to invalid rows and back', async () => {
  const tooLarge = { issues: [{ field: 'steps', code: 'too_large' as const, params: { max: 4 } }] }
  const rows = Array.from({ length: 300 }, (_, index) =>
    row(index, index === 140 || index === 299 ? tooLarge : {}),
  )
  open(previewOf(rows))
  const numbers = () => screen.getAllByRole('checkbox', { name: /^Job/ }).map((box) => box.ariaLabel)
  await screen.findByRole('checkbox', { name: 'Job 1: row 0' })
  expect(screen.queryByRole('checkbox', { name: 'Job 141: row 140' })).toBeNull()
  const button = screen.getByRole('button', { name: 'Show only these' })
  button.focus()
  await userEvent.keyboard('{Enter}')
  expect(numbers()).toEqual(['Job 141: row 140', 'Job 300: row 299'])
  expect(document.activeElement).toBe(button)
  expect(screen.getByRole('button', { name: /^Add 298 jobs/ })).toBeDefined()
  await userEvent.keyboard('{Enter}')
  expect(numbers()[0]).toBe('Job 1: row 0')
})

test('rows that can’t run for other reasons are not described as outside a limit', async () => {
  open(
    previewOf([
      row(0),
      row(1, { issues: [{ field: 'steps', code: 'too_large', params: { max: 4 } }] }),
      row(2, { issues: [{ field: 'seed', code: 'not_a_number' }] }),
    ]),
  )
  expect(await screen.findByText('2 can’t run, skipped')).toBeDefined()
  expect(screen.queryByText(/outside the model’s limits/)).toBeNull()
})

test('rows that are already made, in progress or unconfirmed are listed and can be skipped together', async () => {
  const rows = [
    row(0),
    row(1, { already: 'completed' }),
    row(2, { already: 'completed' }),
    row(3, { already: 'in_progress' }),
  ]
  const already = { completed: [1, 2], in_progress: [3], uncertain: [4], in_batch: [] }
  open(previewOf([...rows, row(4, { already: 'uncertain' })], { already }))
  await findAddButton(/^Add 5 jobs · \$0\.021065$/)
  expect(
    screen.getByText(/: 2 already made, 1 in progress, and 1 with an unconfirmed charge\. /),
  ).toBeDefined()
  expect(screen.getAllByText('already made')).toHaveLength(2)
  expect(screen.getByText('already in progress')).toBeDefined()
  expect(screen.getByText('charge unconfirmed')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Skip them' }))
  await findAddButton(/^Add 1 job · \$0\.004213$/)
  await userEvent.click(screen.getByRole('button', { name: 'Generate anyway' }))
  await findAddButton(/^Add 5 jobs · \$0\.021065$/)
})

test('a row that repeats an earlier one says which, and can be skipped', async () => {
  const already = { completed: [], in_progress: [], uncertain: [], in_batch: [2] }
  const rows = [row(0), row(1), row(2, { already: 'in_batch', sameAs: 0 })]
  open(previewOf(rows, { already }))
  await findAddButton(/^Add 3 jobs · \$0\.012639$/)
  expect(screen.getByText(/Identical job .*: 1 repeats an earlier row\./)).toBeDefined()
  expect(screen.getByText('same as row 1')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Skip it' }))
  await findAddButton(/^Add 2 jobs · \$0\.008426$/)
})

test('rows without a price run only after the switch is on', async () => {
  const { studio } = open(previewOf([row(0), row(1, { price: null })]))
  const button = await findAddButton(/^Add 2 jobs · \$0\.004213/)
  expect(button.disabled).toBe(true)
  await userEvent.click(screen.getByRole('switch', { name: 'Run 1 job without a price' }))
  await userEvent.click(await findAddButton(/^Add 2 jobs · \$0\.004213 \+ 1 without a price$/))
  await waitFor(() => expect(studio.inputs('batches.enqueue')).toMatchObject([{ unpriced: true }]))
})

test('many prices are requested only on a click, a few at a time until none is missing', async () => {
  const unpriced = previewOf([row(0, { price: null })], { pricesToRequest: 40 })
  let remainingCalls = 40
  const { studio } = open(unpriced, {
    'batches.price': async ({ limit }) => {
      remainingCalls -= Math.min(limit, remainingCalls)
      return remainingCalls > 0 ? { ...unpriced, pricesToRequest: remainingCalls } : previewOf([row(0)])
    },
  })
  const button = await screen.findByRole('button', { name: 'Check 40 prices' })
  expect(studio.inputs('batches.price')).toEqual([])
  await userEvent.click(button)
  await findAddButton(/^Add 1 job · \$0\.004213$/)
  expect(studio.inputs('batches.price')).toHaveLength(7)
})

test('while rows further down are loaded again for new prices, they stay in the list and no total is shown', async () => {
  const heights = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(46)
  onTestFinished(() => heights.mockRestore())
  let rows = Array.from({ length: 600 }, (_, index) => row(index, index === 599 ? { price: null } : {}))
  const preview = (overrides: Partial<BatchPreview>) =>
    previewOf(rows, {
      rows: rows.slice(0, 500),
      already: { completed: [550, 551], in_progress: [], uncertain: [], in_batch: [] },
      ...overrides,
    })
  let gate = Promise.resolve()
  const { studio } = open(preview({ pricesToRequest: 40 }), {
    'batches.rows': async ({ from, limit }) => {
      await gate
      return { rows: rows.slice(from, from + limit) }
    },
    'batches.price': async () => {
      rows = Array.from({ length: 600 }, (_, index) => row(index))
      return preview({})
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Skip them' }))
  await findAddButton(/^Add 598 jobs · \$2\.515161$/)
  const scroller = screen.getByRole('list', { name: 'Jobs in the batch' }).parentElement
  if (!scroller) throw new Error('no scroller')
  // Scrolls to row 545. Each row is 46 px high.
  scroller.scrollTop = 545 * 46
  fireEvent.scroll(scroller)
  await screen.findByRole('checkbox', { name: 'Job 551: row 550' })
  const loaded = Promise.withResolvers<void>()
  gate = loaded.promise
  const requests = studio.inputs('batches.rows').length
  await userEvent.click(screen.getByRole('button', { name: 'Check 40 prices' }))
  await waitFor(() => expect(studio.inputs('batches.rows')).toHaveLength(requests + 1))
  expect((await findAddButton(/^Add jobs$/)).disabled).toBe(true)
  expect(screen.queryByText(/0 jobs/)).toBeNull()
  expect(screen.getByRole('checkbox', { name: 'Job 551: row 550' })).toBeDefined()
  loaded.resolve()
  expect((await findAddButton(/^Add 598 jobs · \$2\.519374$/)).disabled).toBe(false)
})

describe('rows further down that can’t be loaded', () => {
  const rows = Array.from({ length: 601 }, (_, index) => row(index))
  const already = { completed: [599, 600], in_progress: [], uncertain: [], in_batch: [] }
  const preview = (id: string) => previewOf(rows, { id, rows: rows.slice(0, 500), already })

  test('are requested from a new preview if theirs is gone', async () => {
    let previews = 0
    open(previewOf([]), {
      'batches.preview': async () => preview(`p${previews++}`),
      'batches.rows': async ({ preview: id, from, limit }) => {
        if (id === 'p0') throw new StudioError({ code: 'batch_preview_gone', money: 'none' })
        return { rows: rows.slice(from, from + limit) }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Skip them' }))
    await waitFor(() => expect(previews).toBe(2), PREVIEW_WAIT)
    expect((await findAddButton(/^Add 599 jobs/)).disabled).toBe(false)
  })

  test('are requested again on a click after another problem', async () => {
    let isFailing = true
    open(preview('p'), {
      'batches.rows': async ({ from, limit }) => {
        if (isFailing) throw new StudioError({ code: 'internal', money: 'none' })
        return { rows: rows.slice(from, from + limit) }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Skip them' }))
    const alert = within(await screen.findByRole('alert'))
    isFailing = false
    await userEvent.click(alert.getByRole('button', { name: 'Try again' }))
    expect((await findAddButton(/^Add 599 jobs/)).disabled).toBe(false)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

test('a request for prices of a preview that is gone loads another preview', async () => {
  let previews = 0
  open(previewOf([]), {
    'batches.preview': async () =>
      previewOf([row(0)], { id: `p${previews}`, pricesToRequest: previews++ === 0 ? 40 : 0 }),
    'batches.price': async () => {
      throw new StudioError({ code: 'batch_preview_gone', money: 'none' })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Check 40 prices' }))
  await waitFor(() => expect(previews).toBe(2), PREVIEW_WAIT)
  await waitFor(() => expect(screen.queryByText(/out of date/)).toBeNull())
  expect(screen.queryByRole('button', { name: 'Check 40 prices' })).toBeNull()
})

test('values of a parameter are sent as numbers, and an unreadable one shows an error and prevents the request', async () => {
  const { studio } = open(previewOf([row(0)]))
  await userEvent.click(await screen.findByRole('button', { name: 'Add parameter' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Compare: / }), 'Steps')
  const values = screen.getByRole('textbox', { name: 'Values' })
  await userEvent.type(values, '4, 8')
  await waitFor(() =>
    expect(studio.inputs('batches.preview').at(-1)).toMatchObject({
      plan: { count: 1, seeds: 'shared', variants: true, axes: [{ field: 'steps', values: [4, 8] }] },
    }),
  )
  const previews = studio.inputs('batches.preview').length
  vi.useFakeTimers()
  fireEvent.change(values, { target: { value: '4, 8, x' } })
  await act(() => vi.advanceTimersByTimeAsync(1000))
  vi.useRealTimers()
  expect(screen.getByText('Some values can’t be read')).toBeDefined()
  expect(studio.inputs('batches.preview')).toHaveLength(previews)
})

test('a table maps its columns by name', async () => {
  const { studio } = open(previewOf([row(0)]), {
    'batches.table': async () => ({ columns: ['Prompt', 'notes'], rows: 2, sample: [{ Prompt: 'a pier' }] }),
  })
  const file = new File(['Prompt,notes\na pier,x\n'], 'piers.csv', { type: 'text/csv' })
  const [input] = within(await screen.findByRole('region', { name: 'Table' })).getAllByLabelText(
    'Choose CSV or text file…',
    { selector: 'input' },
  )
  if (!(input instanceof HTMLInputElement)) throw new Error('no chooser')
  await userEvent.upload(input, file)
  await waitFor(() =>
    expect(studio.inputs('batches.preview').at(-1)).toMatchObject({
      plan: { table: { format: 'csv', columns: { Prompt: 'prompt' } } },
    }),
  )
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty(
    'value',
    expect.stringMatching(/^piers.csv · 2 rows · /),
  )
})

test('a plan with too many rows shows their number and the limit, and no retry button', async () => {
  open(previewOf([]), {
    'batches.preview': async () => {
      throw new StudioError({
        code: 'batch_too_large',
        money: 'none',
        params: { count: 1_000_000, max: 10_000 },
      })
    },
  })
  expect(await screen.findByText(/This makes 1,000,000 rows\. A batch can have up to 10,000\./)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test.each([
  [{ name: 'a', names: 'a', count: 1 }, 'The list “a” refers to itself.', /^Remove its own name/],
  [
    { name: 'a', names: 'a, b', count: 2 },
    'These lists refer to each other: a, b.',
    /^Remove the name of one/,
  ],
])('cyclic lists are named with a hint and without a retry button: %o', async (params, ...messages) => {
  open(previewOf([]), {
    'batches.preview': async () => {
      throw new StudioError({ code: 'wildcard_cycle', money: 'none', params })
    },
  })
  for (const text of messages) expect(await screen.findByText(text)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a temporary problem can be retried', async () => {
  let lost = true
  open(previewOf([]), {
    'batches.preview': async () => {
      if (!lost) return previewOf([row(0)])
      lost = false
      throw new StudioError({ code: 'studio_lost', money: 'none' })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await findAddButton(/^Add 1 job/)).toBeDefined()
})

test('an exceeded limit is shown above the button, and the dialog stays open', async () => {
  const params = { scope: 'day', cap: 5e9, used: 4e9, reserved: 0, wanted: 2e9 }
  const { onClose } = open(previewOf([row(0)]), {
    'batches.enqueue': async () => {
      throw new StudioError(makeProblem('budget_full', { money: 'not_charged', params }))
    },
  })
  await userEvent.click(await findAddButton(/^Add 1 job/))
  expect((await screen.findByRole('alert')).textContent).toContain('limit for today has $1.00 left')
  expect(onClose).not.toHaveBeenCalled()
})

test('a batch without rows shows a message and can’t be added', async () => {
  open(previewOf([]))
  expect(await screen.findByText('No rows')).toBeDefined()
  expect((await findAddButton(/^Add 0 jobs/)).disabled).toBe(true)
})

test('name and limit stay and an earlier problem disappears when the plan changes', async () => {
  open(previewOf([row(0)]), {
    'batches.enqueue': async () => {
      throw new StudioError({ code: 'batch_empty', money: 'not_charged' })
    },
  })
  await userEvent.click(await findAddButton(/^Add 1 job/))
  await screen.findByText(/No row of this batch can run/)
  const name = screen.getByRole('textbox', { name: 'Name' })
  await userEvent.clear(name)
  await userEvent.type(name, 'Boats')
  await userEvent.type(screen.getByRole('textbox', { name: 'Spending limit' }), '2')
  await userEvent.type(screen.getByRole('spinbutton', { name: 'How many' }), '2')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull())
  expect(await screen.findByRole('textbox', { name: 'Name' }, PREVIEW_WAIT)).toHaveProperty('value', 'Boats')
  expect(screen.getByRole('textbox', { name: 'Spending limit' })).toHaveProperty('value', '2.00')
  expect(screen.queryByText(/No row of this batch can run/)).toBeNull()
})

test('a long prompt is cut to a suggested name between characters', async () => {
  open(previewOf([row(0)]), {}, { prompt: `${'a'.repeat(59)}🚢🚢` })
  const name = await screen.findByRole('textbox', { name: 'Name' })
  expect(name).toHaveProperty('value', `${'a'.repeat(59)}🚢…`)
})

test('a limit below the total says about how many jobs will run', async () => {
  open(previewOf([row(0), row(1), row(2), row(3)]))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Spending limit' }), '0.01')
  expect(await screen.findByText('≈ 2 of 4 jobs will run. The rest wait.')).toBeDefined()
})

test('a row lists its values that were adjusted to its model', async () => {
  const adjusted = [{ field: 'width', label: 'Width', from: 1360, to: 1024 }]
  open(previewOf([row(0, { adjusted }), row(1)]))
  expect(await screen.findAllByText(/^Width 1024 instead of 1360$/)).toHaveLength(1)
})
