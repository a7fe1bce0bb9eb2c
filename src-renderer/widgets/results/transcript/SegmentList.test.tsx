import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { toLineSegments } from '../../../../src-preload/shared/segments.ts'
import { stubElementSizes } from '../../../screens/gallery/testing/stubElementSize.ts'
import { show } from '../../../screens/gallery/testing/show.tsx'
import { recordScrolls } from '../testing/recordScrolls.ts'
import { fakeViewerStudio, makeDetail } from '../testing/viewerTesting.ts'
import { TranscriptViewer } from './TranscriptViewer.tsx'

stubElementSizes(800, 600)

const segments = [
  { start: 0, end: 2, speaker: 'Ann', text: 'Fog at dawn, then more fog.' },
  { start: 3, end: 5, speaker: 'Ben', text: 'Then sun.' },
]
const transcript = { segments, text: '', edited: false }

function open(stored: RouteOutput<'library.transcript'> = transcript) {
  let current = stored
  const studio = fakeViewerStudio({
    'library.transcript': async () => current,
    'library.edit_text': async (input) => {
      current = { ...current, segments: 'segments' in input ? input.segments : [], edited: true }
    },
  })
  show(<Viewers />)
  return studio
}

/** A transcript that can be exchanged for another one with a button, or closed with another. */
function Viewers() {
  const [id, setId] = useState<string>()
  const detail = makeDetail({ id: id ?? 'a', kind: 'text' })
  return (
    <>
      <button type="button" onClick={() => setId('b')}>
        Next
      </button>
      <button type="button" onClick={() => setId('')}>
        Close
      </button>
      {id !== '' && <TranscriptViewer key={id} asset={detail.asset} detail={detail} mode="full" />}
    </>
  )
}
/**
 * Opens a text without times, of which each line is a segment, and whose last edit is shown as it was saved. Edits are saved once `saved`
 * is resolved.
 */
function openPlain(initial: string, saved = Promise.resolve()) {
  let text = initial
  const studio = fakeViewerStudio({
    'library.transcript': async () => ({
      segments: toLineSegments(text, 'transcript'),
      text,
      edited: text !== initial,
    }),
    'library.edit_text': async (input) => {
      await saved
      text = 'text' in input ? input.text : ''
    },
  })
  show(<Viewers />)
  return studio
}
/** Gives rows and lists a height, and lets them scroll, because jsdom has no layout. */
function stubScrolling({ rowHeight, height }: { rowHeight: number; height: number }) {
  const spies = [
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(rowHeight),
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(height),
  ]
  Element.prototype.scrollTo = function (options?: ScrollToOptions | number) {
    this.scrollTop = typeof options === 'object' ? (options.top ?? 0) : 0
    queueMicrotask(() => this.dispatchEvent(new Event('scroll')))
  }
  onTestFinished(() => {
    Reflect.deleteProperty(Element.prototype, 'scrollTo')
    for (const spy of spies) spy.mockRestore()
  })
}
const edit = async (number: number) =>
  userEvent.click(await screen.findByRole('button', { name: `Edit segment ${number}` }))
const textField = () => screen.getByRole('textbox', { name: 'Segment text' })
const editors = () => screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))
const rename = async (from: string, to: string) => {
  await userEvent.click(screen.getByRole('button', { name: from }))
  await userEvent.clear(screen.getByRole('textbox', { name: 'Speaker' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Speaker' }), `${to}{Enter}`)
}

test('opening another segment saves the changes in the one being edited', async () => {
  const studio = open()
  await edit(1)
  await userEvent.type(textField(), ' Cold.')
  await edit(2)
  expect(editors()).toEqual(['Edit segment 2'])
  expect(await screen.findByText('Fog at dawn, then more fog. Cold.')).toBeDefined()
  expect(studio.inputs('library.edit_text')).toEqual([
    { id: 'a', segments: [{ ...segments[0], text: 'Fog at dawn, then more fog. Cold.' }, segments[1]] },
  ])
})

test('opening another segment saves nothing if the one being edited is unchanged', async () => {
  const studio = open()
  await edit(1)
  await edit(2)
  expect(editors()).toEqual(['Edit segment 2'])
  expect(studio.routes()).not.toContain('library.edit_text')
})

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save segment' }))
const retype = async (text: string) => {
  await userEvent.clear(textField())
  await userEvent.type(textField(), text)
  await save()
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test.each([
  ['changed', () => retype('Two!'), 'One.\n\n  Two!\n\nOne.'],
  ['split by a line break', () => retype('Two{Enter}{Enter}lines.'), 'One.\n\n  Two\n\nlines.\n\nOne.'],
  ['removed', () => press('Remove segment'), 'One.\n\nOne.'],
  ['joined with the next', () => press('Join with next segment'), 'One.\n\n  Two. One.'],
  ['cleared', () => retype('{Backspace}'), 'One.\n\nOne.'],
])('a segment of a plain text that is %s leaves the other lines as they are', async (_, change, text) => {
  const studio = openPlain('One.\n\n  Two.\n\nOne.')
  await edit(2)
  await change()
  await waitFor(() => expect(studio.inputs('library.edit_text')).toEqual([{ id: 'a', text }]))
})

test('lines typed in a segment of a plain text are segments before they are saved', async () => {
  const saved = Promise.withResolvers<void>()
  const studio = openPlain('One.\r\n\r\nTwo.', saved.promise)
  await edit(1)
  await retype('A{Enter}B')
  expect(await screen.findAllByRole('listitem')).toHaveLength(3)
  saved.resolve()
  await edit(3)
  await retype('Three.')
  await waitFor(() =>
    expect(studio.inputs('library.edit_text')).toEqual([
      { id: 'a', text: 'A\nB\n\nTwo.' },
      { id: 'a', text: 'A\nB\n\nThree.' },
    ]),
  )
})

test('a speaker typed before a line of a plain text is its speaker before it is saved, and blank lines stay', async () => {
  const saved = Promise.withResolvers<void>()
  const studio = openPlain('One.\n\nTwo.', saved.promise)
  await edit(1)
  await retype('Speaker 1: One.')
  expect(await screen.findByRole('button', { name: 'Speaker 1' })).toBeDefined()
  expect(screen.getByText('One.')).toBeDefined()
  saved.resolve()
  await waitFor(() =>
    expect(studio.inputs('library.edit_text')).toEqual([{ id: 'a', text: 'Speaker 1: One.\n\nTwo.' }]),
  )
})

test('removing the only segment after typing in it removes it', async () => {
  const studio = openPlain('One.')
  await edit(1)
  await userEvent.type(textField(), ' More.')
  await press('Remove segment')
  expect(await screen.findByText('No speech found')).toBeDefined()
  expect(studio.inputs('library.edit_text')).toEqual([{ id: 'a', text: '' }])
})

test.each([
  ['split by a line break', 'A{Enter}B', 'A\nB\nTwo.\nTwo!', 'Edit segment 3'],
  ['cleared', '{Backspace}', 'Two.\nTwo!', 'Edit segment 1'],
])('opening a later line of a text after one was %s opens its editor', async (_, typed, text, editor) => {
  const studio = openPlain('One.\nTwo.\nTwo!')
  await edit(1)
  await userEvent.clear(textField())
  await userEvent.type(textField(), typed)
  await edit(2)
  expect(editors()).toEqual([editor])
  expect(textField()).toHaveProperty('value', 'Two.')
  await waitFor(() => expect(studio.inputs('library.edit_text')).toEqual([{ id: 'a', text }]))
  expect(editors()).toEqual([editor])
})

test('opening an earlier line of a text after one was split opens its editor', async () => {
  openPlain('One.\nTwo.')
  await edit(2)
  await userEvent.type(textField(), '{Enter}Three.')
  await edit(1)
  expect(await screen.findAllByRole('listitem')).toHaveLength(3)
  expect(editors()).toEqual(['Edit segment 1'])
  expect(textField()).toHaveProperty('value', 'One.')
})

test.each(['Next', 'Close'])('%s saves the changes in the segment being edited', async (name) => {
  const studio = open()
  await edit(2)
  await userEvent.type(textField(), ' Warm.')
  await userEvent.click(screen.getByRole('button', { name }))
  expect(studio.inputs('library.edit_text')).toEqual([
    { id: 'a', segments: [segments[0], { ...segments[1], text: 'Then sun. Warm.' }] },
  ])
})

test.each([
  ['an unchanged segment', async () => {}],
  ['an edit that was cancelled', () => userEvent.type(textField(), ' Warm.{Escape}')],
  ['an invalid time', () => userEvent.type(screen.getByRole('textbox', { name: 'End' }), 'x')],
])('closing a transcript with %s saves nothing', async (_, change) => {
  const studio = open()
  await edit(2)
  await change()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(studio.routes()).not.toContain('library.edit_text')
})

test('the changes in the segment being edited are saved when the page goes away', async () => {
  const studio = open()
  await edit(1)
  await userEvent.type(textField(), ' Cold.')
  dispatchEvent(new Event('pagehide'))
  await waitFor(() =>
    expect(studio.inputs('library.edit_text')).toEqual([
      { id: 'a', segments: [{ ...segments[0], text: 'Fog at dawn, then more fog. Cold.' }, segments[1]] },
    ]),
  )
})

test('an edit that was saved is not saved again when the transcript is closed', async () => {
  const studio = open()
  await edit(2)
  await userEvent.type(textField(), ' Warm.{Control>}{Enter}{/Control}')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(studio.inputs('library.edit_text')).toHaveLength(1)
})

test('a segment with an invalid time stays open when another one is to be opened, with the focus on the time', async () => {
  const studio = open()
  await edit(1)
  await userEvent.type(screen.getByRole('textbox', { name: 'End' }), 'x')
  await userEvent.type(textField(), ' Cold.')
  await edit(2)
  expect(editors()).toEqual(['Edit segment 1'])
  expect(textField()).toHaveProperty('value', 'Fog at dawn, then more fog. Cold.')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'End' }))
  expect(studio.routes()).not.toContain('library.edit_text')
})

test('renaming the speaker of the segment being edited keeps its draft, which has the new name', async () => {
  const studio = open()
  await edit(1)
  await userEvent.type(textField(), ' Cold.')
  await rename('Ann', 'Anna')
  await screen.findByRole('button', { name: 'Anna' })
  expect(screen.getByRole('combobox', { name: 'Speaker' })).toHaveProperty('value', 'Anna')
  await userEvent.click(screen.getByRole('button', { name: 'Save segment' }))
  await waitFor(() => expect(studio.inputs('library.edit_text')).toHaveLength(2))
  expect(studio.inputs('library.edit_text').at(-1)).toMatchObject({
    segments: [{ speaker: 'Anna', text: 'Fog at dawn, then more fog. Cold.' }, segments[1]],
  })
})

test('a speaker typed in a segment stays when the stored one is renamed', async () => {
  open()
  await edit(1)
  await userEvent.type(screen.getByRole('combobox', { name: 'Speaker' }), ' Lee')
  await rename('Ann', 'Anna')
  await screen.findByRole('button', { name: 'Anna' })
  expect(screen.getByRole('combobox', { name: 'Speaker' })).toHaveProperty('value', 'Ann Lee')
})

test.each([
  ['in one segment', transcript],
  ['in a text without segments', { segments: [], text: segments[0]?.text ?? '', edited: false }],
])('stepping through the matches %s scrolls to each', async (_, stored) => {
  const scrolls = recordScrolls()
  open(stored)
  await screen.findByText(/^Fog/)
  await userEvent.keyboard('/fog')
  await waitFor(() => expect(scrolls.at(-1)).toBe('Fog'))
  await userEvent.keyboard('{Enter}')
  expect(scrolls.at(-1)).toBe('fog')
})

test('saving an edit during a search doesn’t scroll to the current match again', async () => {
  const scrolls = recordScrolls()
  open()
  await screen.findByText(/^Fog/)
  await userEvent.keyboard('/fog')
  await waitFor(() => expect(scrolls.at(-1)).toBe('Fog'))
  const count = scrolls.length
  await edit(2)
  await userEvent.type(textField(), ' Warm.{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Then sun. Warm.')).toBeDefined()
  expect(scrolls).toHaveLength(count)
})

test('a match in a segment that isn’t rendered is scrolled to once its segment is', async () => {
  const scrolls = recordScrolls()
  stubScrolling({ rowHeight: 38, height: 38_000 })
  const many = Array.from({ length: 1000 }, (_, at) => ({
    start: null,
    end: null,
    speaker: null,
    text: `word ${at}.`,
  }))
  open({ ...transcript, segments: many })
  await screen.findByText('word 0.')
  await userEvent.keyboard('/')
  await userEvent.paste('900.')
  await waitFor(() => expect(scrolls.at(-1)).toBe('900.'))
  expect(screen.queryByText('word 0.')).toBeNull()
})
