import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { show } from '../../../screens/gallery/testing/show.tsx'
import { toasts } from '../../../lib/toasts.ts'
import { fakeViewerStudio, makeDetail } from '../testing/viewerTesting.ts'
import { OcrViewer } from './OcrViewer.tsx'

beforeEach(() => toasts.setState({ list: [] }))
afterEach(cleanup)

const diskFailed = () => new StudioError({ code: 'disk_failed', money: 'none' })

/** A studio that stores texts, which are “fog” at first, after `beforeSave`, which may throw. */
function fakeTextStudio(beforeSave: () => Promise<void> = async () => {}) {
  const edited = new Map<string, RouteOutput<'library.transcript'>>()
  return fakeViewerStudio({
    'library.transcript': async ({ id }) => edited.get(id) ?? { segments: [], text: 'fog', edited: false },
    'library.edit_text': async (input) => {
      await beforeSave()
      edited.set(input.id, { segments: [], text: 'text' in input ? input.text : '', edited: true })
    },
    'library.revert_text': async ({ id }) => {
      await beforeSave()
      edited.delete(id)
    },
  })
}

function Viewer({ id = 'a', mode = 'full' }: { id?: string; mode?: 'full' | 'embedded' }) {
  const detail = makeDetail({ id, kind: 'text' })
  return <OcrViewer asset={detail.asset} detail={detail} mode={mode} />
}

/** Replaces the text within an element and saves it. */
async function saveText(text: string, parent = within(document.body)) {
  await userEvent.click(await parent.findByRole('button', { name: 'Edit text' }))
  await userEvent.clear(parent.getByRole('textbox', { name: 'Text' }))
  await userEvent.type(parent.getByRole('textbox', { name: 'Text' }), `${text}{Control>}{Enter}{/Control}`)
}
const isDisabled = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name })?.disabled
const toastTexts = () => toasts.getState().list.map(({ text }) => text)

test('an edit that can’t be saved is restored by Redo, however often it fails', async () => {
  let fails = true
  const studio = fakeTextStudio(async () => {
    if (fails) throw diskFailed()
  })
  show(<Viewer />)
  await saveText('typed')
  expect(await screen.findByText('fog')).toBeDefined()
  expect(toastTexts()).toEqual([
    expect.stringMatching(/^Couldn’t save the text\. While it’s open, Undo and Redo keep your changes\./),
  ])
  expect(isDisabled('Undo')).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Redo' }))
  await waitFor(() => expect(studio.inputs('library.edit_text')).toHaveLength(2))
  expect(await screen.findByText('fog')).toBeDefined()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Redo' }))
  expect(await screen.findByText('typed')).toBeDefined()
  expect(studio.inputs('library.edit_text').at(-1)).toEqual({ id: 'a', text: 'typed' })
})

test.each([
  { name: 'Undo', message: /^Couldn’t save the text\. While it’s open/ },
  { name: 'Restore original', message: /^Couldn’t restore the original text\. (?!While)/ },
])('$name that can’t be saved says so and can be repeated', async ({ name, message }) => {
  let fails = false
  const studio = fakeTextStudio(async () => {
    if (fails) throw diskFailed()
  })
  show(<Viewer />)
  await saveText('typed')
  fails = true
  await userEvent.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(studio.inputs('library.revert_text')).toHaveLength(1))
  expect(await screen.findByText('typed')).toBeDefined()
  expect(toastTexts()).toEqual([expect.stringMatching(message)])
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('fog')).toBeDefined()
  expect(isDisabled('Undo')).toBe(true)
})

test('an edit that fails after its viewer was closed doesn’t look saved when it is opened again', async () => {
  const saving = Promise.withResolvers<void>()
  fakeTextStudio(() => saving.promise)
  function ClosableViewer() {
    const [isOpen, setOpen] = useState(true)
    return (
      <>
        <button type="button" onClick={() => setOpen(!isOpen)}>
          Toggle
        </button>
        {isOpen && <Viewer />}
      </>
    )
  }
  const client = show(<ClosableViewer />)
  await saveText('typed')
  await userEvent.click(screen.getByRole('button', { name: 'Toggle' }))
  saving.reject(diskFailed())
  await waitFor(() =>
    expect(client.getQueryData(['library.transcript', { id: 'a' }])).toMatchObject({ text: 'fog' }),
  )
  expect(toastTexts()).toEqual([expect.stringMatching(/^Couldn’t save the text\. (?!While)/)])
  await userEvent.click(screen.getByRole('button', { name: 'Toggle' }))
  expect(screen.queryByText('typed')).toBeNull()
  expect(screen.getByText('fog')).toBeDefined()
})

test('a reload between two edits keeps the one that isn’t saved, and the next edit contains it', async () => {
  const isSecondSaved = Promise.withResolvers<void>()
  const saves = [Promise.resolve(), isSecondSaved.promise]
  const studio = fakeTextStudio(() => saves.shift() ?? Promise.resolve())
  const client = show(<Viewer />)
  await saveText('first')
  await waitFor(() => expect(studio.routes().at(-1)).toBe('library.transcript'))
  await saveText('second')
  await client.invalidateQueries({ queryKey: ['library.transcript'] })
  expect(screen.getByText('second')).toBeDefined()
  await saveText('third')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(screen.getByText('second')).toBeDefined()
  isSecondSaved.resolve()
  await waitFor(() =>
    expect(studio.inputs('library.edit_text')).toEqual(
      ['first', 'second', 'third', 'second'].map((text) => ({ id: 'a', text })),
    ),
  )
  await waitFor(() => expect(studio.routes().at(-1)).toBe('library.transcript'))
  expect(await screen.findByText('second')).toBeDefined()
})

test('a response from before an edit doesn’t replace the edit', async () => {
  const late = Promise.withResolvers<void>()
  const responses = [Promise.resolve()]
  fakeViewerStudio({
    'library.transcript': async () => {
      await (responses.shift() ?? late.promise)
      return { segments: [], text: 'fog', edited: false }
    },
    'library.edit_text': () => new Promise(() => {}),
  })
  const client = show(<Viewer />)
  await screen.findByText('fog')
  const reloaded = client.invalidateQueries({ queryKey: ['library.transcript'] })
  await saveText('typed')
  late.resolve()
  await reloaded
  expect(screen.getByText('typed')).toBeDefined()
  expect(client.getQueryData(['library.transcript', { id: 'a' }])).toMatchObject({ text: 'typed' })
})

test('Ctrl+Z undoes in the embedded text that has the focus, and in none without the focus', async () => {
  const studio = fakeTextStudio()
  show(
    <>
      <div role="group" aria-label="Left">
        <Viewer id="left" mode="embedded" />
      </div>
      <div role="group" aria-label="Right">
        <Viewer id="right" mode="embedded" />
      </div>
    </>,
  )
  for (const name of ['Left', 'Right']) await saveText(name, within(screen.getByRole('group', { name })))
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(studio.inputs('library.revert_text')).toEqual([{ id: 'right' }]))
  expect(await screen.findByText('fog')).toBeDefined()
  expect(screen.getByText('Left')).toBeDefined()
  await userEvent.click(document.body)
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(screen.getByText('Left')).toBeDefined()
  expect(studio.inputs('library.revert_text')).toHaveLength(1)
})
