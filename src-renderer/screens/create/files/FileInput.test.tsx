import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Bridge } from '../../../../src-preload/contract/bridge.ts'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/issue.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { toasts } from '../../../lib/toasts.ts'
import { bridgeOf } from '../testing/fakeCreateStudio.ts'
import { makeAsset, makeDetail } from '../testing/makeAsset.ts'
import { makeFileField } from '../testing/makeFileField.ts'
import { showForm } from '../testing/showForm.tsx'
import { openedFiles } from '../../../widgets/files/chooseFiles.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { WindowDrop } from '../../../widgets/files/WindowDrop.tsx'

const imageField = makeFileField({ formats: ['png', 'webp'], maxBytes: 10 * 1024 * 1024 })
const audioField: FieldOf<'file'> = {
  ...imageField,
  name: 'audio',
  label: 'Audio',
  media: ['audio'],
  formats: ['mp3'],
  minSeconds: 3,
  maxSeconds: 15,
}

/** A fake studio that stores every file under its name and detects its kind by the first characters, and its size by its name. */
function library() {
  const assets = new Map<string, Asset>()
  const addInputFile: Bridge['addInputFile'] = async (file) => {
    const text = await file.text()
    if (text.startsWith('%PDF')) return { ok: false, error: makeProblem('input_unknown') }
    const isAudio = text.startsWith('ID3')
    const [, width = 640, height = 480] = / (\d+)×(\d+)\./.exec(file.name) ?? []
    const asset = makeAsset({
      id: `id of ${file.name}`,
      name: file.name,
      width: Number(width),
      height: Number(height),
      ...(isAudio ? { kind: 'audio', format: 'mp3' } : {}),
    })
    assets.set(asset.id, asset)
    return { ok: true, data: asset }
  }
  const bridge = bridgeOf(
    {
      'library.asset': async ({ id }) => {
        const asset = assets.get(id)
        if (!asset) throw new StudioError({ code: 'asset_not_found', money: 'none' })
        return {
          ...makeDetail(asset),
          spokenText: asset.kind === 'audio' ? `the words of ${asset.id}` : null,
        }
      },
    },
    addInputFile,
  )
  return { assets, bridge }
}

const show = (fields: FieldOf<'file'>[], values = {}, issues: Issue[] = []) => {
  const { assets, bridge } = library()
  for (const id of Object.values<string[]>(values).flat())
    if (!id.includes('gone')) assets.set(id, makeAsset({ id, name: `${id}.png` }))
  return showForm({ fields, values, issues, bridge })
}
const fileNamed = (name: string, text = 'png', size?: number) => {
  const file = new File([text], name)
  if (size !== undefined) Object.defineProperty(file, 'size', { value: size })
  return file
}
const chooser = async (name = 'image') => {
  await screen.findAllByRole('button', { name: /Choose|Replace/ })
  const input = document.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  if (!input) throw new Error('No file input')
  return input
}
const chooseFiles = async (...files: File[]) => fireEvent.change(await chooser(), { target: { files } })

test('shows the accepted formats and limits', async () => {
  show([audioField])
  expect(await screen.findByText('MP3 · up to 10 MB · 3–15 s')).toBeDefined()
  expect((await chooser('audio')).accept).toBe('.mp3')
})

test('the accepted formats are shown only while the field is empty or its file was rejected', async () => {
  show([imageField], { image: ['old'] })
  expect(await screen.findByText('old.png')).toBeDefined()
  expect(screen.queryByText(/PNG or WebP · up to/)).toBeNull()
  await chooseFiles(fileNamed('a.png', ''))
  expect(await screen.findByText(/PNG or WebP · up to/)).toBeDefined()
})

test('an image that is too large can be replaced by a resized copy, which becomes an input of its own', async () => {
  const limited: FieldOf<'file'> = { ...imageField, width: { max: 320 }, height: { max: 320 } }
  const requests: unknown[] = []
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage(request: unknown) {
        requests.push(request)
        const image = new Blob(['png'], { type: 'image/png' })
        this.dispatchEvent(new MessageEvent('message', { data: { image, width: 320, height: 240 } }))
      }
      terminate() {}
    },
  )
  const values = show([limited], { image: ['old'] })
  await userEvent.click(
    await screen.findByRole('button', { name: 'Resize old.png to 320 × 240 px and use the copy' }),
  )
  await waitFor(() => expect(values()['image']).toEqual(['id of old 320×240.png']))
  expect(requests).toMatchObject([{ width: 640, height: 480, maxWidth: 320, maxHeight: 320 }])
  expect(toasts.getState().list.at(-1)?.text).toBe(
    'A copy of 320 × 240 px is used. The original is unchanged.',
  )
})

test('a file that is removed or added while another one is resized stays removed or added', async () => {
  const limited: FieldOf<'file'> = { ...imageField, max: 3, width: { max: 320 }, height: { max: 320 } }
  const workers: EventTarget[] = []
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage() {
        workers.push(this)
      }
      terminate() {}
    },
  )
  const values = show([limited], { image: ['old', 'other'] })
  await userEvent.click(await screen.findByRole('button', { name: /^Resize old.png to/ }))
  await waitFor(() => expect(workers).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Remove other.png' }))
  await chooseFiles(fileNamed('new.png'))
  await waitFor(() => expect(values()['image']).toEqual(['old', 'id of new.png']))
  const image = new Blob(['png'], { type: 'image/png' })
  workers[0]?.dispatchEvent(new MessageEvent('message', { data: { image, width: 320, height: 240 } }))
  await waitFor(() => expect(values()['image']).toEqual(['id of old 320×240.png', 'id of new.png']))
})

test('an image with too many pixels to resize shows a message instead of the button', async () => {
  const { assets, bridge } = library()
  assets.set('huge', makeAsset({ id: 'huge', name: 'huge.png', width: 20_000, height: 20_000 }))
  showForm({ fields: [{ ...imageField, width: { max: 2048 } }], values: { image: ['huge'] }, bridge })
  expect(await screen.findByText('Too many pixels to resize here. Choose a smaller image.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /Resize/ })).toBeNull()
})

test('a chosen file is imported and shown with its name and facts', async () => {
  const values = show([imageField])
  await chooseFiles(fileNamed('fog.png'))
  expect(await screen.findByText('fog.png')).toBeDefined()
  expect(screen.getByText('640 × 480 · PNG · 1.4 MB')).toBeDefined()
  expect(values()['image']).toEqual(['id of fog.png'])
})

test('a second file replaces the first, and removing it empties the field', async () => {
  const values = show([imageField], { image: ['old'] })
  expect(await screen.findByText('old.png')).toBeDefined()
  await chooseFiles(fileNamed('new.png'))
  await waitFor(() => expect(values()['image']).toEqual(['id of new.png']))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove new.png' }))
  expect(values()['image']).toEqual([])
  expect(screen.getByRole('button', { name: 'Choose for Image' })).toBeDefined()
})

test.each([
  ['an empty file', fileNamed('a.png', ''), '“a.png” is empty.'],
  [
    'a file beyond the size limit',
    fileNamed('a.png', 'png', 11_000_000),
    '“a.png” is 11.0 MB. This field takes up to 10 MB.',
  ],
  ['a renamed file', fileNamed('a.png', '%PDF'), /“a.png”: This isn’t an image, a video or an audio file/],
  [
    'a file of another kind',
    fileNamed('a.png', 'ID3'),
    '“a.png” is an audio file (MP3). This field takes PNG or WebP.',
  ],
])('%s is rejected with the reason, and the previous file stays', async (_, file, message) => {
  const values = show([imageField], { image: ['old'] })
  await chooseFiles(file)
  expect(await screen.findByText(message)).toBeDefined()
  expect(values()['image']).toEqual(['old'])
})

test('a file that was deleted after it was chosen shows an error', async () => {
  const values = show([imageField])
  const file = fileNamed('a.png')
  file.slice = () => {
    throw new DOMException('gone', 'NotFoundError')
  }
  await chooseFiles(file)
  expect(await screen.findByText(/Easel can’t read “a.png”/)).toBeDefined()
  expect(values()['image']).toBeUndefined()
})

test('several files are accepted up to the limit and can be reordered and removed', async () => {
  const values = show([{ ...imageField, max: 3 }], { image: ['first'] })
  await chooseFiles(fileNamed('b.png'), fileNamed('c.png'), fileNamed('d.png'))
  await waitFor(() => expect(values()['image']).toEqual(['first', 'id of b.png', 'id of c.png']))
  expect(await screen.findByText('1 file was skipped. This field takes up to 3.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Move c.png forward' }))
  expect(values()['image']).toEqual(['first', 'id of c.png', 'id of b.png'])
  await userEvent.click(screen.getByRole('button', { name: 'Remove first.png' }))
  expect(values()['image']).toEqual(['id of c.png', 'id of b.png'])
})

test('files added while earlier ones are imported count toward the limit, and keep the message about an earlier rejection', async () => {
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const { bridge } = library()
  const addInputFile: Bridge['addInputFile'] = async (file) => {
    const gate = Promise.withResolvers<void>()
    gates.set(file.name, gate)
    await gate.promise
    return bridge.addInputFile(file)
  }
  const values = showForm({ fields: [{ ...imageField, max: 3 }], bridge: { ...bridge, addInputFile } })
  const isImporting = (name: string) => waitFor(() => expect(gates.has(name)).toBe(true))
  await chooseFiles(fileNamed('empty.png', ''), fileNamed('b.png'), fileNamed('c.png'))
  await isImporting('b.png')
  await chooseFiles(fileNamed('d.png'), fileNamed('e.png'))
  for (const name of ['b.png', 'c.png', 'd.png']) {
    await isImporting(name)
    gates.get(name)?.resolve()
  }
  await waitFor(() => expect(values()['image']).toHaveLength(3))
  const message = await screen.findByText(/is empty/)
  expect(message.textContent).toContain('1 file was skipped. This field takes up to 3.')
  expect(gates.has('e.png')).toBe(false)
})

test('an image that is resized to the same copy as another one in the field is listed once', async () => {
  const limited: FieldOf<'file'> = { ...imageField, max: 3, width: { max: 320 }, height: { max: 320 } }
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage() {
        const image = new Blob(['png'], { type: 'image/png' })
        this.dispatchEvent(new MessageEvent('message', { data: { image, width: 320, height: 240 } }))
      }
      terminate() {}
    },
  )
  const values = show([limited], { image: ['old', 'id of old 320×240.png'] })
  await userEvent.click(await screen.findByRole('button', { name: /^Resize old.png to/ }))
  await waitFor(() => expect(values()['image']).toEqual(['id of old 320×240.png']))
})

test('the same file is added only once', async () => {
  const values = show([{ ...imageField, max: 3 }])
  await chooseFiles(fileNamed('a.png'))
  await waitFor(() => expect(values()['image']).toEqual(['id of a.png']))
  await chooseFiles(fileNamed('a.png'))
  await chooseFiles(fileNamed('b.png'))
  await waitFor(() => expect(values()['image']).toEqual(['id of a.png', 'id of b.png']))
})

test('a missing file of a restored draft shows its error immediately', async () => {
  const issues: Issue[] = [{ field: 'image', code: 'file_missing', params: { name: 'fog.png' } }]
  show([imageField], { image: ['gone'] }, issues)
  expect(await screen.findByText('No longer in the library')).toBeDefined()
  expect(screen.getByText('“fog.png” is missing')).toBeDefined()
})

const transfer = (...files: File[]) => ({
  types: ['Files'],
  files,
  items: files.map(({ type }) => ({ kind: 'file', type })),
  dropEffect: 'none',
})

test('a drop on the window goes to the first field that accepts the file, a drop on a field to that field', async () => {
  const values = show([imageField, { ...imageField, name: 'last', label: 'Last' }, audioField])
  render(<WindowDrop />)
  await chooser('audio')
  const mp3 = new File(['ID3'], 'a.mp3', { type: 'audio/mpeg' })
  fireEvent.dragOver(document.body, { dataTransfer: transfer(mp3) })
  expect(screen.getByText('Drop to use as “Audio”')).toBeDefined()
  fireEvent.drop(document.body, { dataTransfer: transfer(mp3) })
  await waitFor(() => expect(values()['audio']).toEqual(['id of a.mp3']))
  expect(screen.queryByText('Drop to use as “Audio”')).toBeNull()

  const png = new File(['png'], 'b.png', { type: 'image/png' })
  const last = screen.getByRole('button', { name: 'Choose for Last' })
  fireEvent.drop(last, { dataTransfer: transfer(png) })
  await waitFor(() => expect(values()['last']).toEqual(['id of b.png']))
  expect(values()['image']).toBeUndefined()
  const other = new File(['png'], 'c.png', { type: 'image/png' })
  fireEvent.drop(document.body, { dataTransfer: transfer(other) })
  await waitFor(() => expect(values()['image']).toEqual(['id of c.png']))
  expect(values()['last']).toEqual(['id of b.png'])
})

test('a file can be dropped after a drag that the page prevented, such as that of a result', async () => {
  const values = show([imageField])
  render(<WindowDrop />)
  await chooser()
  const prevent = (event: Event) => event.preventDefault()
  document.body.addEventListener('dragstart', prevent, { once: true })
  fireEvent.dragStart(document.body)
  const png = new File(['png'], 'b.png', { type: 'image/png' })
  fireEvent.drop(document.body, { dataTransfer: transfer(png) })
  await waitFor(() => expect(values()['image']).toEqual(['id of b.png']))
})

test.each([
  ['a.mp3', 'audio/mpeg'],
  ['result.png.json', 'application/json'],
])('%s, which no field accepts, is opened', async (name, type) => {
  const values = show([imageField])
  render(<WindowDrop />)
  await chooser()
  const file = new File(['ID3'], name, { type })
  fireEvent.dragOver(document.body, { dataTransfer: transfer(file) })
  expect(screen.getByText('Drop to open')).toBeDefined()
  fireEvent.drop(document.body, { dataTransfer: transfer(file) })
  expect(values()).toEqual({})
  expect(openedFiles.getState().files).toEqual([file])
  openedFiles.setState({ files: [] })
})

test('a file that is dropped or pasted while a dialog is open does not reach the form behind it', async () => {
  const values = show([{ ...imageField, max: 3 }])
  render(<WindowDrop />)
  await chooser()
  const { unmount } = render(
    <Dialog title="Details" onClose={() => {}}>
      text
    </Dialog>,
  )
  const dialog = screen.getByRole('dialog')
  const png = new File(['png'], 'b.png', { type: 'image/png' })
  fireEvent.drop(dialog, { dataTransfer: transfer(png) })
  fireEvent.paste(dialog, { clipboardData: transfer(png) })
  unmount()
  fireEvent.paste(document.body, {
    clipboardData: transfer(new File(['png'], 'c.png', { type: 'image/png' })),
  })
  await waitFor(() => expect(values()['image']).toEqual(['id of c.png']))
  expect(openedFiles.getState().files).toEqual([])
})

test('a pasted image is added, but text pasted into a text field stays text', async () => {
  const values = show([{ ...imageField, max: 3 }])
  render(
    <>
      <WindowDrop />
      <textarea aria-label="Prompt" />
    </>,
  )
  await chooser()
  const png = new File(['png'], 'pasted.png', { type: 'image/png' })
  const picture = new File(['png'], 'picture of the text.png', { type: 'image/png' })
  const textAndFile = { ...transfer(picture), types: ['text/plain', 'Files'] }
  fireEvent.paste(screen.getByRole('textbox', { name: 'Prompt' }), { clipboardData: textAndFile })
  fireEvent.paste(document.body, { clipboardData: transfer(png) })
  await waitFor(() => expect(values()['image']).toEqual(['id of pasted.png']))
  const list = screen.getByRole('list')
  expect(within(list).getAllByRole('listitem')).toHaveLength(1)
})

test('the transcript of a voice sample is filled in with the sample and cleared when it is removed', async () => {
  const sample = { ...audioField, name: 'sample', label: 'Sample', transcriptField: 'words' }
  const values = show([sample])
  fireEvent.change(await chooser('sample'), { target: { files: [fileNamed('a.mp3', 'ID3')] } })
  await waitFor(() => expect(values()['words']).toBe('the words of id of a.mp3'))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove a.mp3' }))
  await waitFor(() => expect(values()['words']).toBe(''))
  expect(values()['sample']).toEqual([])
})
