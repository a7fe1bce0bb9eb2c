import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { Bridge } from '../../../../src-preload/contract/bridge.ts'
import type { Handlers } from '../../../../src-preload/contract/routes.ts'
import type { BatchDraft } from '../../../../src-preload/contract/types/batchDraft.ts'
import { MAX_CAP_TEXT_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import { bridge, setBridge } from '../../../host/bridge.ts'
import { stubElementSizes } from '../../gallery/testing/stubElementSize.ts'
import { toasts } from '../../../lib/toasts.ts'
import { makeBatch } from '../../queue/testing/makeBatch.ts'
import { makeAsset } from '../testing/makeAsset.ts'
import { makeFileField } from '../testing/makeFileField.ts'
import { findAddButton, open, previewOf, row } from '../testing/openBatchDialog.tsx'
import { emptyPlan } from './plan/planFields.ts'

stubElementSizes()

test('a saved draft is shown, and is saved again with its changes when the dialog closes', async () => {
  const plan = { ...emptyPlan, count: 3, axes: [{ field: 'steps', text: '4, 8', picked: [] }] }
  const { studio } = open(previewOf([row(0)]), {
    'batches.draft': async () => ({ draft: { plan, terms: { name: 'Night', capText: '5' } } }),
  })
  expect(await screen.findByDisplayValue('4, 8')).toBeDefined()
  expect(await screen.findByDisplayValue('Night')).toBeDefined()
  await userEvent.clear(screen.getByRole('textbox', { name: 'Values' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Values' }), '6')
  cleanup()
  await waitFor(() =>
    expect(studio.inputs('batches.save_draft').at(-1)).toEqual({
      operation: 'paint',
      draft: {
        plan: { ...plan, axes: [{ field: 'steps', text: '6', picked: [] }] },
        terms: { name: 'Night', capText: '5' },
      },
    }),
  )
})

test('a draft with a field that no longer exists names the field and is previewed without it', async () => {
  const plan = { ...emptyPlan, count: 2, axes: [{ field: 'guidance', text: '4', picked: [] }] }
  const { studio } = open(previewOf([row(0)]), {
    'batches.draft': async () => ({ draft: { plan, terms: { name: null, capText: '' } } }),
  })
  expect(await screen.findByText('No longer available and left out: guidance.')).toBeDefined()
  await waitFor(() =>
    expect(studio.inputs('batches.preview').at(-1)).toMatchObject({ plan: { count: 2, axes: [] } }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Remove values' }))
  expect(screen.queryByText(/^No longer available/)).toBeNull()
})

test('a discarded draft is deleted and can be restored', async () => {
  const plan = { ...emptyPlan, count: 3 }
  const { studio } = open(previewOf([row(0)]), {
    'batches.draft': async () => ({ draft: { plan, terms: { name: null, capText: '' } } }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Discard draft' }))
  expect(studio.inputs('batches.save_draft')).toEqual([{ operation: 'paint', draft: null }])
  expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'How many' }).value).toBe('1')
  toasts.getState().list.at(-1)?.action?.run()
  expect(await screen.findByDisplayValue('3')).toBeDefined()
})

test('a discarded draft can be restored after the dialog was closed', async () => {
  const draft = { plan: { ...emptyPlan, count: 3 }, terms: { name: null, capText: '' } }
  const { studio } = open(previewOf([row(0)]), { 'batches.draft': async () => ({ draft }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Discard draft' }))
  cleanup()
  toasts.getState().list.at(-1)?.action?.run()
  expect(studio.inputs('batches.save_draft').at(-1)).toEqual({ operation: 'paint', draft })
})

test('restoring a discarded draft replaces what was entered in a reopened dialog', async () => {
  let stored: BatchDraft | null = { plan: { ...emptyPlan, count: 3 }, terms: { name: null, capText: '' } }
  const handlers: Partial<Handlers> = {
    'batches.draft': async () => ({ draft: stored }),
    'batches.save_draft': async ({ draft }) => void (stored = draft),
  }
  const countBox = () => screen.findByRole('spinbutton', { name: 'How many' })
  open(previewOf([row(0)]), handlers)
  await userEvent.click(await screen.findByRole('button', { name: 'Discard draft' }))
  const undo = toasts.getState().list.at(-1)?.action
  cleanup()
  open(previewOf([row(0)]), handlers)
  await userEvent.type(await countBox(), '2')
  await userEvent.tab()
  expect(await countBox()).toHaveProperty('value', '12')
  act(() => undo?.run())
  expect(await countBox()).toHaveProperty('value', '3')
  cleanup()
  expect(stored).toMatchObject({ plan: { count: 3 } })
})

test('the sample cells of a table are shown for a restored draft', async () => {
  const table = {
    name: 'piers.csv',
    text: 'notes\na pier\n',
    format: 'csv' as const,
    columnNames: ['notes'],
    rows: 1,
    columns: {},
  }
  const { studio } = open(previewOf([row(0)]), {
    'batches.draft': async () => ({
      draft: { plan: { ...emptyPlan, table }, terms: { name: null, capText: '' } },
    }),
    'batches.table': async () => ({ columns: ['notes'], rows: 1, sample: [{ notes: 'a pier' }] }),
  })
  expect(await screen.findByText('a pier')).toBeDefined()
  expect(studio.inputs('batches.table')).toEqual([{ text: table.text, format: 'csv' }])
})

test('an added batch leaves no draft', async () => {
  const { studio, onClose } = open(previewOf([row(0)]), {
    'batches.draft': async () => ({
      draft: { plan: { ...emptyPlan, count: 3 }, terms: { name: null, capText: '' } },
    }),
  })
  await userEvent.click(await findAddButton(/^Add 1 job/))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(studio.inputs('batches.save_draft').at(-1)).toEqual({ operation: 'paint', draft: null })
})

test('a long text pasted as the spending limit is cut, so that the draft can be saved', async () => {
  let stored: BatchDraft | null = null
  open(previewOf([row(0)]), { 'batches.save_draft': async ({ draft }) => void (stored = draft) })
  await userEvent.click(await screen.findByRole('textbox', { name: 'Spending limit' }))
  await userEvent.paste('9'.repeat(MAX_CAP_TEXT_LENGTH + 1))
  cleanup()
  await waitFor(() => expect(stored).toMatchObject({ terms: { capText: '9'.repeat(MAX_CAP_TEXT_LENGTH) } }))
})

test('files that are still being imported when the dialog closes are saved with the draft, and shown in a reopened dialog', async () => {
  let stored: BatchDraft | null = { plan: { ...emptyPlan, count: 3 }, terms: { name: null, capText: '' } }
  const handlers: Partial<Handlers> = {
    'batches.draft': async () => ({ draft: stored }),
    'batches.save_draft': async ({ draft }) => void (stored = draft),
  }
  const fields = [makeFileField({ name: 'image', label: 'Image' })]
  const gates = Array.from({ length: 2 }, () => Promise.withResolvers<void>())
  let imported = 0
  const openDialog = async () => {
    open(previewOf([row(0)]), handlers, {}, fields)
    await screen.findByDisplayValue('3')
    const addInputFile: Bridge['addInputFile'] = async (file) => {
      await gates[imported++]?.promise
      return { ok: true, data: makeAsset({ id: `id of ${file.name}` }) }
    }
    setBridge({ ...bridge(), addInputFile })
  }
  const importFolder = (name: string) =>
    fireEvent.change(screen.getByLabelText('Choose folder…', { selector: 'input' }), {
      target: { files: [new File(['png'], name)] },
    })
  const importedPlan = (name: string) => ({
    plan: { count: 3, files: { field: 'image', files: [{ name, id: `id of ${name}` }] } },
  })
  await openDialog()
  importFolder('a.png')
  cleanup()
  gates[0]?.resolve()
  await waitFor(() => expect(stored).toMatchObject(importedPlan('a.png')))

  stored = { ...stored, plan: { ...stored.plan, files: null } }
  await openDialog()
  importFolder('b.png')
  cleanup()
  await openDialog()
  await act(async () => gates[1]?.resolve())
  expect(await screen.findByText('1 file')).toBeDefined()
  cleanup()
  await waitFor(() => expect(stored).toMatchObject(importedPlan('b.png')))
})

test('files imported by a closed dialog are added to the draft as a later dialog left it', async () => {
  let stored: BatchDraft | null = null
  const handlers: Partial<Handlers> = {
    'batches.draft': async () => ({ draft: stored }),
    'batches.save_draft': async ({ draft }) => void (stored = draft),
  }
  const fields = [makeFileField({ name: 'image', label: 'Image' })]
  const gate = Promise.withResolvers<void>()
  open(previewOf([row(0)]), handlers, {}, fields)
  const addInputFile: Bridge['addInputFile'] = async () => {
    await gate.promise
    return { ok: true, data: makeAsset({ id: 'imported' }) }
  }
  setBridge({ ...bridge(), addInputFile })
  fireEvent.change(await screen.findByLabelText('Choose folder…', { selector: 'input' }), {
    target: { files: [new File(['png'], 'a.png')] },
  })
  cleanup()
  open(previewOf([row(0)]), handlers, {}, fields)
  await userEvent.type(await screen.findByRole('spinbutton', { name: 'How many' }), '2')
  cleanup()
  gate.resolve()
  await waitFor(() =>
    expect(stored).toMatchObject({ plan: { count: 12, files: { files: [{ id: 'imported' }] } } }),
  )
})

test('files that can’t be imported after the dialog was closed are named in a toast', async () => {
  const gate = Promise.withResolvers<void>()
  open(previewOf([row(0)]), {}, {}, [makeFileField({ name: 'image', label: 'Image' })])
  const addInputFile: Bridge['addInputFile'] = async () => {
    await gate.promise
    return { ok: false, error: makeProblem('input_unknown') }
  }
  setBridge({ ...bridge(), addInputFile })
  fireEvent.change(await screen.findByLabelText('Choose folder…', { selector: 'input' }), {
    target: { files: ['a', 'b', 'c', 'd'].map((name) => new File(['x'], `${name}.pdf`)) },
  })
  cleanup()
  gate.resolve()
  await waitFor(() =>
    expect(toasts.getState().list.at(-1)?.text).toMatch(/^a\.pdf: .* b\.pdf: .* c\.pdf: .* and 1 more/i),
  )
})

test('a file of a batch that can’t be read is named, and not sent', async () => {
  open(previewOf([row(0)]), {}, {}, [makeFileField({ name: 'image', label: 'Image' })])
  const addInputFile = vi.fn<Bridge['addInputFile']>()
  setBridge({ ...bridge(), addInputFile })
  const gone = new File(['x'], 'a.png')
  Object.assign(gone, { slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) })
  fireEvent.change(await screen.findByLabelText('Choose folder…', { selector: 'input' }), {
    target: { files: [gone] },
  })
  expect(await screen.findByText(/^Easel can’t read “a\.png”\./)).toBeDefined()
  expect(addInputFile).not.toHaveBeenCalled()
})

test.each([
  ['a full disk', async () => ({ ok: false, error: makeProblem('disk_full') }) as const],
  ['a lost studio', () => Promise.reject(new Error('studio_lost'))],
] as const)('%s ends the import of files of a batch, and names those left out', async (_, refuse) => {
  open(previewOf([row(0)]), {}, {}, [makeFileField({ name: 'image', label: 'Image' })])
  const addInputFile = vi.fn<Bridge['addInputFile']>(refuse)
  addInputFile.mockResolvedValueOnce({ ok: true, data: makeAsset({ id: 'first' }) })
  setBridge({ ...bridge(), addInputFile })
  fireEvent.change(await screen.findByLabelText('Choose folder…', { selector: 'input' }), {
    target: { files: [1, 2, 3].map((number) => new File(['x'], `${number}.png`)) },
  })
  expect((await screen.findByRole('alert')).textContent).toMatch(/^2\.png: .* 3\.png: /)
  expect(screen.getByText('1 file')).toBeDefined()
  expect(addInputFile).toHaveBeenCalledTimes(2)
})

test('a plan that is edited while its batch is being added stays in the open dialog', async () => {
  const gate = Promise.withResolvers<void>()
  const { studio, onClose } = open(previewOf([row(0)]), {
    'batches.enqueue': async ({ name, cap }) => {
      await gate.promise
      return makeBatch({ name, cap })
    },
  })
  await userEvent.click(await findAddButton(/^Add 1 job/))
  await userEvent.type(screen.getByRole('spinbutton', { name: 'How many' }), '2')
  await act(async () => gate.resolve())
  await waitFor(() => expect(toasts.getState().list.at(-1)?.text).toMatch(/ added · /))
  expect(screen.getByRole('spinbutton', { name: 'How many' })).toHaveProperty('value', '12')
  expect(onClose).not.toHaveBeenCalled()
  cleanup()
  expect(studio.inputs('batches.save_draft').at(-1)).toMatchObject({ draft: { plan: { count: 12 } } })
})

test('a batch that is added after the dialog was closed leaves no draft', async () => {
  const gate = Promise.withResolvers<void>()
  const draft = { plan: { ...emptyPlan, count: 3 }, terms: { name: null, capText: '' } }
  const { studio } = open(previewOf([row(0)]), {
    'batches.draft': async () => ({ draft }),
    'batches.enqueue': async ({ name, cap }) => {
      await gate.promise
      return makeBatch({ name, cap })
    },
  })
  await userEvent.click(await findAddButton(/^Add 1 job/))
  cleanup()
  gate.resolve()
  await waitFor(() =>
    expect(studio.inputs('batches.save_draft').at(-1)).toEqual({ operation: 'paint', draft: null }),
  )
})

describe('a batch that is added after the dialog was closed and opened again', () => {
  /** Starts to add a batch, closes the dialog and opens it again. Returns a function that ends the adding. */
  const reopenWhileAdding = async () => {
    let stored: BatchDraft | null = { plan: { ...emptyPlan, count: 3 }, terms: { name: null, capText: '' } }
    const gate = Promise.withResolvers<void>()
    const handlers: Partial<Handlers> = {
      'batches.draft': async () => ({ draft: stored }),
      'batches.save_draft': async ({ draft }) => void (stored = draft),
      'batches.enqueue': async ({ name, cap }) => {
        await gate.promise
        return makeBatch({ name, cap })
      },
    }
    const first = open(previewOf([row(0)]), handlers)
    await userEvent.click(await findAddButton(/^Add 1 job/))
    cleanup()
    const second = open(previewOf([row(0)]), handlers)
    const countBox = await screen.findByRole('spinbutton', { name: 'How many' })
    const finishAdding = async () => {
      await act(async () => gate.resolve())
      await waitFor(() => expect(toasts.getState().list.at(-1)?.text).toMatch(/ added · /))
    }
    return { first, second, countBox, finishAdding, stored: () => stored }
  }

  test('leaves the reopened dialog and a plan that was edited there', async () => {
    const { first, second, countBox, finishAdding, stored } = await reopenWhileAdding()
    await userEvent.type(countBox, '2')
    await finishAdding()
    expect(countBox).toHaveProperty('value', '32')
    expect(first.onClose).not.toHaveBeenCalled()
    expect(second.onClose).not.toHaveBeenCalled()
    cleanup()
    await waitFor(() => expect(stored()).toMatchObject({ plan: { count: 32 } }))
  })

  test('clears the same plan in the reopened dialog', async () => {
    const { first, second, countBox, finishAdding, stored } = await reopenWhileAdding()
    await finishAdding()
    await waitFor(() => expect(countBox).toHaveProperty('value', '1'))
    expect(stored()).toBeNull()
    expect(first.onClose).not.toHaveBeenCalled()
    expect(second.onClose).not.toHaveBeenCalled()
  })
})
