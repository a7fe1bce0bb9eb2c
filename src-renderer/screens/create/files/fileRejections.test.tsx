import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Bridge } from '../../../../src-preload/contract/bridge.ts'
import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { setBridge } from '../../../host/bridge.ts'
import { toasts } from '../../../lib/toasts.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { makeTile } from '../../gallery/testing/makeTile.ts'
import { BlockReasonList } from '../actions/PriceButton.tsx'
import { bridgeOf } from '../testing/fakeCreateStudio.ts'
import { makeAsset, makeDetail } from '../testing/makeAsset.ts'
import { makeFileField } from '../testing/makeFileField.ts'
import { makeForm, ShownForm } from '../testing/showForm.tsx'

const upscale = makeForm({ operation: 'upscale', fields: [makeFileField()] })
const edit = makeForm({ operation: 'edit', fields: [makeFileField({ max: 2 })] })

/** Imports wait for this promise and are rejected. */
let gate: PromiseWithResolvers<void>

beforeEach(() => {
  gate = Promise.withResolvers()
  const addInputFile: Bridge['addInputFile'] = async () => {
    await gate.promise
    return { ok: false, error: makeProblem('input_unknown') }
  }
  setBridge(
    bridgeOf(
      {
        'library.asset': async ({ id }) => makeDetail(makeAsset({ id, name: `${id}.png` })),
        'library.page': async () => ({
          tiles: [makeTile({ id: 'fox', title: 'a fox', format: 'png' })],
          next: null,
          totals: null,
        }),
      },
      addInputFile,
    ),
  )
  draftStore.setState(draftStore.getInitialState(), true)
  draftStore.setState({ isLoaded: true, operation: 'upscale' })
  toasts.setState({ list: [] })
})

const choosePdf = async () => {
  await screen.findByRole('button', { name: 'Choose for Image' })
  const input = document.querySelector('input[name="image"]')
  if (!input) throw new Error('No file input')
  fireEvent.change(input, { target: { files: [new File(['%PDF'], 'a.pdf')] } })
}
const REJECTION = /“a\.pdf”: This isn’t an image/

test('a rejection is shown only in the form of the task whose file was rejected', async () => {
  gate.resolve()
  const { rerender } = render(<ShownForm form={upscale} />)
  await choosePdf()
  expect(await screen.findByText(REJECTION)).toBeDefined()
  rerender(<ShownForm form={edit} />)
  expect(await screen.findByRole('button', { name: 'Choose for Image' })).toBeDefined()
  expect(screen.queryByText(REJECTION)).toBeNull()
})

test('an import is shown only in the form of its task', async () => {
  const { rerender } = render(<ShownForm form={edit} />)
  await choosePdf()
  expect(await screen.findByText(/a\.pdf/)).toBeDefined()
  rerender(<ShownForm form={upscale} />)
  expect(await screen.findByRole('button', { name: 'Choose for Image' })).toBeDefined()
  expect(screen.queryByText(/a\.pdf/)).toBeNull()
})

test('a file that is rejected after its form was closed is reported by a toast', async () => {
  const { unmount } = render(<ShownForm form={upscale} />)
  await choosePdf()
  expect(await screen.findByText(/a\.pdf/)).toBeDefined()
  unmount()
  gate.resolve()
  await waitFor(() =>
    expect(toasts.getState().list).toMatchObject([{ tone: 'error', text: expect.stringMatching(REJECTION) }]),
  )
})

test('a rejection that the open form shows is not repeated by a toast', async () => {
  gate.resolve()
  render(<ShownForm form={upscale} />)
  await choosePdf()
  expect(await screen.findByText(REJECTION)).toBeDefined()
  expect(toasts.getState().list).toEqual([])
})

test('a file from the gallery clears the rejection of an earlier file', async () => {
  gate.resolve()
  render(<ShownForm form={upscale} />)
  await choosePdf()
  expect(await screen.findByText(REJECTION)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Choose from the gallery for Image' }))
  await userEvent.click(await screen.findByRole('button', { name: /a fox/ }))
  expect(await screen.findByText('fox.png')).toBeDefined()
  expect(screen.queryByText(REJECTION)).toBeNull()
})

test('the reason why a full field of several files is invalid leads to the field', async () => {
  draftStore.setState({ operation: 'edit', values: { edit: { image: ['one', 'two'] } } })
  const issues = [{ field: 'image', code: 'file_missing', params: { name: 'two.png' } }] as const
  render(
    <>
      <ShownForm form={edit} issues={[...issues]} />
      <BlockReasonList id="why" isBlocked reasons={[{ entry: 'image', text: 'Image: missing' }]} />
    </>,
  )
  expect(await screen.findByText('one.png')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Image: missing' }))
  const field = screen.getByRole('group', { name: 'Image', description: /“two\.png” is missing/ })
  expect(field.contains(document.activeElement)).toBe(true)
})

test('an image that can’t be resized after its form was closed is reported by a toast', async () => {
  const worker = new EventTarget()
  vi.stubGlobal(
    'Worker',
    class {
      addEventListener = worker.addEventListener.bind(worker)
      postMessage() {}
      terminate() {}
    },
  )
  draftStore.setState({ values: { upscale: { image: ['fox'] } } })
  const limited = makeFileField({ width: { max: 320 }, height: { max: 320 } })
  const { unmount } = render(<ShownForm form={{ ...upscale, fields: [limited] }} />)
  await userEvent.click(await screen.findByRole('button', { name: /^Resize fox.png to/ }))
  unmount()
  worker.dispatchEvent(new MessageEvent('message', { data: { failure: 'image' } }))
  await waitFor(() =>
    expect(toasts.getState().list).toMatchObject([
      { tone: 'error', text: 'Couldn’t resize “fox.png”. Choose a smaller image.' },
    ]),
  )
})
