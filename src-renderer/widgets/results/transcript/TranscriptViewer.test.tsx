import { fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { stubElementSizes } from '../../../screens/gallery/testing/stubElementSize.ts'
import { makeTile } from '../../../screens/gallery/testing/makeTile.ts'
import { show, untilFailed } from '../../../screens/gallery/testing/show.tsx'
import { clearUndoStack, makeUndoable, useUndoKey } from '../../organize/undoStack.ts'
import { makeDetail, fakeViewerStudio, menuItem } from '../testing/viewerTesting.ts'
import { segmentAt, TranscriptViewer } from './TranscriptViewer.tsx'

type Transcript = RouteOutput<'library.transcript'>
const segment = (start: number | null, text: string, speaker: string | null = null) => ({
  start,
  end: start === null ? null : start + 2,
  speaker,
  text,
})
const transcript: Transcript = {
  segments: [
    segment(0, 'Fog at the pier.', 'Ann'),
    segment(3, 'More fog.', 'Ben'),
    segment(7, 'Then sun.', 'Ben'),
  ],
  text: '',
  edited: false,
}

stubElementSizes(800, 600)
const spies: { mockRestore: () => void }[] = []
beforeEach(() => {
  spies.push(vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(38))
  spies.push(vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue())
})
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore()
})

const open = (initial: Transcript, sourceKind: 'audio' | null = 'audio') => {
  const studio = { now: initial, original: initial }
  const fake = fakeViewerStudio({
    'library.transcript': async () => studio.now,
    'library.edit_text': async (input) => {
      const segments = 'segments' in input ? input.segments : []
      studio.now = { segments, text: 'text' in input ? input.text : '', edited: true }
    },
    'library.revert_text': async () => {
      studio.now = studio.original
    },
  })
  const inputs = sourceKind
    ? [
        {
          field: 'audio',
          label: 'Audio',
          asset: makeTile({ id: 'audio', kind: sourceKind, mime: 'audio/wav', durationMs: 9000 }),
        },
      ]
    : []
  const detail = makeDetail({ kind: 'text' }, { inputs })
  show(<TranscriptViewer asset={detail.asset} detail={detail} mode="full" />)
  return fake
}

test('shows a speaker only when it changes, and plays from a clicked segment', async () => {
  open(transcript)
  await userEvent.click(await screen.findByRole('button', { name: 'Play from 0:03' }))
  expect(document.querySelector('audio')?.currentTime).toBe(3)
  expect(screen.getAllByText('Ben')).toHaveLength(1)
})

test('Escape that cancels an IME composition keeps the segment editor open', async () => {
  open(transcript)
  const [edit] = await screen.findAllByRole('button', { name: /^Edit/ })
  if (!edit) throw new Error('No button')
  await userEvent.click(edit)
  const editor = screen.getByRole('group', { name: /segment/i })
  fireEvent.keyDown(within(editor).getAllByRole('textbox')[0] ?? editor, { key: 'Escape', isComposing: true })
  expect(editor.isConnected).toBe(true)
})

test('marks the segment being spoken', async () => {
  open(transcript)
  await screen.findByText('Then sun.')
  const audio = document.querySelector('audio')
  if (audio) audio.currentTime = 5
  audio?.dispatchEvent(new Event('timeupdate'))
  await waitFor(() =>
    expect(document.querySelector('[aria-current=true]')?.textContent).toContain('More fog.'),
  )
})

test('search counts the matches, and stepping through them wraps around', async () => {
  open(transcript)
  await screen.findByText('Then sun.')
  await userEvent.keyboard('/fog')
  const count = () => within(screen.getByRole('search')).getByRole('status').textContent
  await waitFor(() => expect(count()).toBe('1 of 2'))
  expect(document.querySelectorAll('mark')).toHaveLength(2)
  await userEvent.keyboard('{Enter}{Enter}')
  expect(count()).toBe('1 of 2')
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  expect(document.querySelector('mark[data-current]')?.closest('li')?.textContent).toContain('More fog.')
})

test('saves an edited segment and restores the original', async () => {
  const studio = open(transcript)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit segment 3' }))
  const textField = screen.getByRole('textbox', { name: 'Segment text' })
  await userEvent.clear(textField)
  await userEvent.type(textField, 'Then rain.{Control>}{Enter}{/Control}')
  await waitFor(() => expect(studio.inputs('library.edit_text')).toHaveLength(1))
  expect(studio.inputs('library.edit_text')[0]).toMatchObject({
    id: 'a',
    segments: [
      transcript.segments[0],
      transcript.segments[1],
      { ...transcript.segments[2], text: 'Then rain.' },
    ],
  })
  expect(await screen.findByText('Then rain.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Restore original' }))
  expect(await screen.findByText('Then sun.')).toBeDefined()
  expect(screen.queryByText('Edited')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Then rain.')).toBeDefined()
})

const lastEdit = (studio: ReturnType<typeof open>) => studio.inputs('library.edit_text').at(-1)
const retype = async (field: HTMLElement, text: string) => {
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

test('Enter that confirms an IME candidate doesn’t save', async () => {
  const studio = open(transcript)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit segment 2' }))
  fireEvent.keyDown(screen.getByRole('combobox', { name: 'Speaker' }), { key: 'Enter', isComposing: true })
  expect(screen.getByRole('combobox', { name: 'Speaker' })).toBeDefined()
  expect(lastEdit(studio)).toBeUndefined()
})

test('times and speaker can be edited, and the focus returns to the row', async () => {
  const studio = open(transcript)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit segment 2' }))
  await retype(screen.getByRole('textbox', { name: 'Start' }), '2.5')
  await retype(screen.getByRole('textbox', { name: 'End' }), '0:06')
  await retype(screen.getByRole('combobox', { name: 'Speaker' }), 'Cid{Enter}')
  await waitFor(() =>
    expect(lastEdit(studio)).toMatchObject({
      segments: [
        transcript.segments[0],
        { start: 2.5, end: 6, speaker: 'Cid', text: 'More fog.' },
        transcript.segments[2],
      ],
    }),
  )
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit segment 2')
})

test('a time out of order is rejected at its field; an overlap is allowed with a note', async () => {
  const studio = open(transcript)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit segment 2' }))
  const save = screen.getByRole('button', { name: 'Save segment' })
  const end = screen.getByRole('textbox', { name: 'End' })
  await retype(end, '0:01')
  expect(end.getAttribute('aria-invalid')).toBe('true')
  expect(save).toHaveProperty('disabled', true)
  await userEvent.type(end, '{Enter}')
  expect(studio.inputs('library.edit_text')).toEqual([])
  await retype(end, '8')
  expect(screen.getByText(/^Overlaps the next segment, which starts at 0:07\.000/)).toBeDefined()
  await userEvent.click(save)
  await waitFor(() => expect(lastEdit(studio)).toMatchObject({ segments: { 1: { start: 3, end: 8 } } }))
})

test('a time can be set to the current position', async () => {
  open(transcript)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit segment 1' }))
  const audio = document.querySelector('audio')
  if (audio) audio.currentTime = 1.25
  await userEvent.click(screen.getByRole('button', { name: 'End: use the current position' }))
  expect(screen.getByRole('textbox', { name: 'End' })).toHaveProperty('value', '0:01.250')
})

test('a segment can be split at the cursor, joined and removed, and each step can be undone', async () => {
  const studio = open(transcript)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit segment 1' }))
  const textField = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Segment text' })
  expect(screen.getByRole('button', { name: 'Split at cursor' })).toHaveProperty('disabled', true)
  textField.setSelectionRange(3, 3)
  fireEvent.select(textField)
  await userEvent.click(screen.getByRole('button', { name: 'Split at cursor' }))
  expect(await screen.findByText('at the pier.')).toBeDefined()
  expect(lastEdit(studio)).toMatchObject({
    segments: { length: 4, 0: { text: 'Fog', end: 0.4 }, 1: { start: 0.4 } },
  })

  await userEvent.click(screen.getByRole('button', { name: 'Edit segment 1' }))
  await userEvent.click(screen.getByRole('button', { name: 'Join with next segment' }))
  expect(await screen.findByText('Fog at the pier.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Edit segment 3' }))
  expect(screen.queryByRole('button', { name: 'Join with next segment' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remove segment' }))
  await waitFor(() => expect(screen.queryByText('Then sun.')).toBeNull())

  await userEvent.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('Then sun.')).toBeDefined()
  await userEvent.keyboard('{Control>}zz{/Control}')
  await waitFor(() => expect(studio.inputs('library.revert_text')).toHaveLength(1))
  await waitFor(() => expect(screen.queryByText('Edited')).toBeNull())
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  expect(await screen.findByText('at the pier.')).toBeDefined()
})

test('an undo that moves the edited segment closes its editor', async () => {
  open(transcript)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit segment 2' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove segment' }))
  await waitFor(() => expect(screen.queryByText('More fog.')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Edit segment 2' }))
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('More fog.')).toBeDefined()
  expect(screen.getByText('Then sun.')).toBeDefined()
  expect(screen.queryByRole('textbox', { name: 'Segment text' })).toBeNull()
})

test('an undo that leaves the edited segment in place keeps its editor open', async () => {
  open(transcript)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit segment 3' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove segment' }))
  await waitFor(() => expect(screen.queryByText('Then sun.')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Edit segment 1' }))
  await retype(screen.getByRole('textbox', { name: 'Segment text' }), 'Clear sky.')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Then sun.')).toBeDefined()
  expect(screen.getByRole('textbox', { name: 'Segment text' })).toHaveProperty('value', 'Clear sky.')
})

test('Ctrl+Z in an edited transcript or an open segment editor never undoes a library change', async () => {
  const undone = vi.fn(async () => true)
  const keys = renderHook(() => useUndoKey())
  await makeUndoable(Promise.resolve({ text: 'Moved 1 to trash', showsToast: false, undo: undone }))
  open(transcript)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit segment 3' }))
  // A button of an open editor has the focus.
  screen.getByRole('button', { name: 'Remove segment' }).focus()
  await userEvent.keyboard('{Control>}z{/Control}')
  await userEvent.click(screen.getByRole('button', { name: 'Remove segment' }))
  await waitFor(() => expect(screen.queryByText('Then sun.')).toBeNull())
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('Then sun.')).toBeDefined()
  // Nothing is left to undo in the transcript.
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(undone).not.toHaveBeenCalled()
  keys.unmount()
  clearUndoStack()
})

test('Ctrl+Z in a transcript without edits undoes the last library change', async () => {
  const undone = vi.fn(async () => true)
  const keys = renderHook(() => useUndoKey())
  await makeUndoable(Promise.resolve({ text: 'Starred', showsToast: false, undo: undone }))
  open(transcript)
  await screen.findByText('Then sun.')
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(undone).toHaveBeenCalledOnce())
  keys.unmount()
  clearUndoStack()
})

test('renaming a speaker changes all segments', async () => {
  const studio = open(transcript)
  await userEvent.click(await screen.findByRole('button', { name: 'Ben' }))
  const name = screen.getByRole('textbox', { name: 'Speaker' })
  expect(screen.getByText(/^Changes all 2 segments/)).toBeDefined()
  await retype(name, 'Benno{Enter}')
  await waitFor(() =>
    expect(lastEdit(studio)).toMatchObject({
      segments: [{ speaker: 'Ann' }, { speaker: 'Benno' }, { speaker: 'Benno' }],
    }),
  )
})

test('a cancelled edit changes nothing', async () => {
  const studio = open(transcript)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit segment 1' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Segment text' }), ' Never{Escape}')
  expect(await screen.findByText('Fog at the pier.')).toBeDefined()
  expect(studio.inputs('library.edit_text')).toEqual([])
})

test('an edit being typed stays when a later request for the transcript fails', async () => {
  let fails = false
  const detail = makeDetail({ kind: 'text' })
  fakeViewerStudio({
    'library.transcript': async () => {
      if (fails) throw new StudioError({ code: 'internal', money: 'none' })
      return transcript
    },
  })
  const client = show(<TranscriptViewer asset={detail.asset} detail={detail} mode="full" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit segment 1' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Segment text' }), ' Cold.')
  fails = true
  void client.invalidateQueries({ queryKey: ['library.transcript'] })
  await untilFailed(client, 'library.transcript')
  expect(screen.getByRole('textbox', { name: 'Segment text' })).toHaveProperty(
    'value',
    'Fog at the pier. Cold.',
  )
})

test('subtitle formats are disabled with a reason if there are no times', async () => {
  open({ segments: [], text: 'Words without times.', edited: false }, null)
  await screen.findByText('Words without times.')
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  const subtitles = await menuItem('SubRip')
  expect(subtitles).toHaveProperty('disabled', true)
  expect(subtitles.textContent).toContain('needs timestamps')
  expect(await menuItem('Markdown')).toHaveProperty('disabled', false)
})

test('a transcript without its source file is shown and can be edited, but not played', async () => {
  const studio = open(transcript, null)
  expect(await screen.findByText('Then sun.')).toBeDefined()
  expect(document.querySelector('audio')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Play/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Edit segment 1' }))
  expect(screen.queryByRole('button', { name: 'End: use the current position' })).toBeNull()
  await userEvent.type(
    screen.getByRole('textbox', { name: 'Segment text' }),
    ' Cold.{Control>}{Enter}{/Control}',
  )
  await waitFor(() =>
    expect(lastEdit(studio)).toMatchObject({ segments: [{ text: 'Fog at the pier. Cold.' }, {}, {}] }),
  )
})

test('an empty transcript is shown as a result, not an error', async () => {
  open({ segments: [], text: '', edited: false })
  expect(await screen.findByText('No speech found')).toBeDefined()
})

test('a transcript of ten thousand segments renders only the visible ones', async () => {
  open({
    segments: Array.from({ length: 10_000 }, (_, at) => segment(at, `word ${at}`)),
    text: '',
    edited: false,
  })
  await screen.findByText('word 0')
  expect(screen.getAllByRole('listitem').length).toBeLessThan(80)
})

const segmentsAt = (...starts: (number | null)[]) => starts.map((start) => ({ start }))

describe('segmentAt', () => {
  it('finds the segment being spoken, even in the pause after it', () => {
    const segments = segmentsAt(0, 2, 5.5, 9)
    expect([0, 1.9, 2, 5.4, 5.5, 100].map((time) => segmentAt(segments, time))).toEqual([0, 0, 1, 1, 2, 3])
  })

  it('returns -1 before the first segment and for an empty transcript', () => {
    expect(segmentAt(segmentsAt(3, 4), 1)).toBe(-1)
    expect(segmentAt([], 1)).toBe(-1)
  })

  it('skips segments without times', () => {
    const segments = segmentsAt(null, 1, null, null, 4, null)
    expect([0, 1, 3, 4, 9].map((time) => segmentAt(segments, time))).toEqual([-1, 1, 1, 4, 4])
    expect(segmentAt(segmentsAt(null, null), 2)).toBe(-1)
  })
})
