// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { Bridge } from '../../../../src-preload/contract/bridge.ts'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/problem.ts'
import { HostError } from '../../../host/HostError.ts'
import { bridgeOf } from '../testing/bridgeOf.ts'
import { makeAsset, makeDetail } from '../testing/makeAsset.ts'
import { showForm } from '../testing/showForm.tsx'
import { WindowDrop } from './WindowDrop.tsx'

afterEach(cleanup)

const picture: FieldOf<'file'> = {
  kind: 'file',
  name: 'image',
  label: 'Image',
  required: true,
  section: 'main',
  media: ['image'],
  formats: ['png', 'webp'],
  min: 1,
  max: 1,
  maxBytes: 10 * 1024 * 1024,
  record: false,
}
const sound: FieldOf<'file'> = {
  ...picture,
  name: 'audio',
  label: 'Audio',
  media: ['audio'],
  formats: ['mp3'],
  minSeconds: 3,
  maxSeconds: 15,
}

/** A studio that keeps every file under its name; what a file is goes by its first letters. */
function library() {
  const kept = new Map<string, Asset>()
  const takeFile: Bridge['takeFile'] = async (file) => {
    const text = await file.text()
    if (text.startsWith('%PDF')) return { ok: false, error: { code: 'input_unknown', money: 'none' } }
    const isSound = text.startsWith('ID3')
    const asset = makeAsset({
      id: `id of ${file.name}`,
      name: file.name,
      ...(isSound ? { kind: 'audio', format: 'mp3' } : {}),
    })
    kept.set(asset.id, asset)
    return { ok: true, data: asset }
  }
  const bridge = bridgeOf(
    {
      'library.asset': async ({ id }) => {
        const asset = kept.get(id)
        if (!asset) throw new HostError({ code: 'asset_not_found', money: 'none' })
        return makeDetail(asset)
      },
    },
    takeFile,
  )
  return { kept, bridge }
}

const show = (fields: FieldOf<'file'>[], values = {}, issues: Issue[] = []) => {
  const { kept, bridge } = library()
  for (const id of Object.values<string[]>(values).flat())
    if (!id.includes('gone')) kept.set(id, makeAsset({ id, name: `${id}.png` }))
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
  if (!input) throw new Error('There is no file input')
  return input
}
const give = async (...files: File[]) => fireEvent.change(await chooser(), { target: { files } })

test('says beforehand what it takes', async () => {
  show([sound])
  expect(await screen.findByText('MP3 · up to 10 MB · 3–15 s')).toBeDefined()
  expect((await chooser('audio')).accept).toBe('.mp3')
})

test('a chosen file is kept, shown with its name and measures, and held by its id', async () => {
  const values = show([picture])
  await give(fileNamed('fog.png'))
  expect(await screen.findByText('fog.png')).toBeDefined()
  expect(screen.getByText('640 × 480 · PNG · 1.4 MB')).toBeDefined()
  expect(values()['image']).toEqual(['id of fog.png'])
})

test('another one replaces the only one; removed, the field is empty again', async () => {
  const values = show([picture], { image: ['old'] })
  expect(await screen.findByText('old.png')).toBeDefined()
  await give(fileNamed('new.png'))
  await waitFor(() => expect(values()['image']).toEqual(['id of new.png']))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove new.png' }))
  expect(values()['image']).toEqual([])
  expect(screen.getByRole('button', { name: 'Choose for Image' })).toBeDefined()
})

test.each([
  ['an empty file', fileNamed('a.png', ''), '“a.png” is empty.'],
  [
    'a file beyond the limit, before it is taken in',
    fileNamed('a.png', 'png', 11_000_000),
    '“a.png” is 11.0 MB. This field takes up to 10 MB.',
  ],
  ['a renamed file', fileNamed('a.png', '%PDF'), /“a.png”: This isn’t an image, a video or an audio file/],
  [
    'a file of another kind',
    fileNamed('a.png', 'ID3'),
    '“a.png” is an audio file (MP3). This field takes PNG, WebP.',
  ],
])('%s is refused at the field with the reason, and what was there stays', async (_, file, words) => {
  const values = show([picture], { image: ['old'] })
  await give(file)
  expect(await screen.findByText(words)).toBeDefined()
  expect(values()['image']).toEqual(['old'])
})

test('a file that vanished between choosing and taking is said to have', async () => {
  const values = show([picture])
  const file = fileNamed('a.png')
  file.slice = () => {
    throw new DOMException('gone', 'NotFoundError')
  }
  await give(file)
  expect(await screen.findByText(/Easel can’t read “a.png”/)).toBeDefined()
  expect(values()['image']).toBeUndefined()
})

test('several are taken up to the limit, put in order and taken out', async () => {
  const values = show([{ ...picture, max: 3 }], { image: ['first'] })
  await give(fileNamed('b.png'), fileNamed('c.png'), fileNamed('d.png'))
  await waitFor(() => expect(values()['image']).toEqual(['first', 'id of b.png', 'id of c.png']))
  expect(await screen.findByText('1 file was skipped. This field takes up to 3.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Move c.png forward' }))
  expect(values()['image']).toEqual(['first', 'id of c.png', 'id of b.png'])
  await userEvent.click(screen.getByRole('button', { name: 'Remove first.png' }))
  expect(values()['image']).toEqual(['id of c.png', 'id of b.png'])
})

test('the same file twice is one', async () => {
  const values = show([{ ...picture, max: 3 }])
  await give(fileNamed('a.png'))
  await give(fileNamed('a.png'))
  await waitFor(() => expect(values()['image']).toEqual(['id of a.png']))
})

test('what is wrong with a file of a restored draft is said before anything is touched', async () => {
  const issues: Issue[] = [{ field: 'image', code: 'file_missing', params: { name: 'fog.png' } }]
  show([picture], { image: ['gone'] }, issues)
  expect(await screen.findByText('No longer in the library')).toBeDefined()
  expect(screen.getByText('“fog.png” is missing')).toBeDefined()
})

const transfer = (...files: File[]) => ({
  types: ['Files'],
  files,
  items: files.map(({ type }) => ({ kind: 'file', type })),
  dropEffect: 'none',
})

test('a drop anywhere goes to the first field that takes its kind, a drop on a field to that one', async () => {
  const values = show([picture, { ...picture, name: 'last', label: 'Last' }, sound])
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
})

test('a kind that no field takes is told before it is dropped', async () => {
  const values = show([picture])
  render(<WindowDrop />)
  await chooser()
  const mp3 = new File(['ID3'], 'a.mp3', { type: 'audio/mpeg' })
  fireEvent.dragOver(document.body, { dataTransfer: transfer(mp3) })
  expect(screen.getByText('This task doesn’t take this type of file')).toBeDefined()
  fireEvent.drop(document.body, { dataTransfer: transfer(mp3) })
  expect(values()).toEqual({})
})

test('a pasted picture goes in; words pasted into a text stay words', async () => {
  const values = show([picture])
  render(
    <>
      <WindowDrop />
      <textarea aria-label="Prompt" />
    </>,
  )
  await chooser()
  const png = new File(['png'], 'pasted.png', { type: 'image/png' })
  const both = { ...transfer(png), types: ['text/plain', 'Files'] }
  fireEvent.paste(screen.getByRole('textbox', { name: 'Prompt' }), { clipboardData: both })
  fireEvent.paste(document.body, { clipboardData: transfer(png) })
  await waitFor(() => expect(values()['image']).toEqual(['id of pasted.png']))
  const list = screen.getByRole('list')
  expect(within(list).getAllByRole('listitem')).toHaveLength(1)
})
