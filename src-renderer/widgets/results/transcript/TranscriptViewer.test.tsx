// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { giveSize } from '../../../screens/gallery/testing/giveSize.ts'
import { makeTile } from '../../../screens/gallery/testing/makeTile.ts'
import { show } from '../../../screens/gallery/testing/show.tsx'
import { makeDetail } from '../testing/makeDetail.ts'
import { menuItem } from '../testing/menuItems.ts'
import { viewersBehind } from '../testing/viewersBehind.ts'
import { TranscriptViewer } from './TranscriptViewer.tsx'

type Transcript = RouteOutput<'library.transcript'>
const segment = (start: number | null, text: string, speaker: string | null = null) => ({
  start,
  end: start === null ? null : start + 2,
  speaker,
  text,
})
const talk: Transcript = {
  segments: [
    segment(0, 'Fog at the pier.', 'Ann'),
    segment(3, 'More fog.', 'Ben'),
    segment(7, 'Then sun.', 'Ben'),
  ],
  text: '',
  edited: false,
}

let takeSizeAway: () => void
const spies: { mockRestore: () => void }[] = []
beforeEach(() => {
  takeSizeAway = giveSize(800, 600)
  spies.push(vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(38))
  spies.push(vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue())
})
afterEach(() => {
  cleanup()
  takeSizeAway()
  for (const spy of spies.splice(0)) spy.mockRestore()
})

const open = (given: Transcript, medium: 'audio' | undefined = 'audio') => {
  const studio = { now: given, original: given }
  const behind = viewersBehind({
    'library.transcript': async () => studio.now,
    'library.edit_text': async (input) => {
      const segments = 'segments' in input ? input.segments : []
      studio.now = { segments, text: 'text' in input ? input.text : '', edited: true }
    },
    'library.revert_text': async () => {
      studio.now = studio.original
    },
  })
  const inputs = medium
    ? [
        {
          field: 'audio',
          label: 'Audio',
          asset: makeTile({ id: 'sound', kind: medium, mime: 'audio/wav', durationMs: 9000 }),
        },
      ]
    : []
  const detail = makeDetail({ kind: 'text' }, { inputs })
  show(<TranscriptViewer asset={detail.asset} detail={detail} place="full" />)
  return behind
}

test('names each speaker where they begin, and plays from a segment clicked', async () => {
  open(talk)
  await userEvent.click(await screen.findByRole('button', { name: 'Play from 0:03' }))
  expect(document.querySelector('audio')?.currentTime).toBe(3)
  expect(screen.getAllByText('Ben')).toHaveLength(1)
})

test('shows which segment is being spoken', async () => {
  open(talk)
  await screen.findByText('Then sun.')
  const audio = document.querySelector('audio')
  if (audio) audio.currentTime = 5
  audio?.dispatchEvent(new Event('timeupdate'))
  await waitFor(() =>
    expect(document.querySelector('[aria-current=true]')?.textContent).toContain('More fog.'),
  )
})

test('finds words, counts them, and steps round', async () => {
  open(talk)
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

test('keeps an edited segment and takes the original back', async () => {
  const studio = open(talk)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit segment 3' }))
  const words = screen.getByRole('textbox', { name: 'Segment text' })
  await userEvent.clear(words)
  await userEvent.type(words, 'Then rain.{Control>}{Enter}{/Control}')
  await waitFor(() => expect(studio.inputs('library.edit_text')).toHaveLength(1))
  expect(studio.inputs('library.edit_text')[0]).toMatchObject({
    id: 'a',
    segments: [talk.segments[0], talk.segments[1], { ...talk.segments[2], text: 'Then rain.' }],
  })
  expect(await screen.findByText('Then rain.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Restore original' }))
  expect(await screen.findByText('Then sun.')).toBeDefined()
  expect(screen.queryByText('Edited')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Then rain.')).toBeDefined()
})

const kept = (studio: ReturnType<typeof open>) => studio.inputs('library.edit_text').at(-1)
const retype = async (field: HTMLElement, words: string) => {
  await userEvent.clear(field)
  await userEvent.type(field, words)
}

test('times and speaker are written again, and the focus is at the row again', async () => {
  const studio = open(talk)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit segment 2' }))
  await retype(screen.getByRole('textbox', { name: 'Start' }), '2.5')
  await retype(screen.getByRole('textbox', { name: 'End' }), '0:06')
  await retype(screen.getByRole('combobox', { name: 'Speaker' }), 'Cid{Enter}')
  await waitFor(() =>
    expect(kept(studio)).toMatchObject({
      segments: [
        talk.segments[0],
        { start: 2.5, end: 6, speaker: 'Cid', text: 'More fog.' },
        talk.segments[2],
      ],
    }),
  )
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit segment 2')
})

test('a time out of order is refused at its field, an overlap is told and allowed', async () => {
  const studio = open(talk)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit segment 2' }))
  const save = screen.getByRole('button', { name: 'Save' })
  const end = screen.getByRole('textbox', { name: 'End' })
  await retype(end, '0:01')
  expect(end.getAttribute('aria-invalid')).toBe('true')
  expect(save).toHaveProperty('disabled', true)
  await userEvent.type(end, '{Enter}')
  expect(studio.inputs('library.edit_text')).toEqual([])
  await retype(end, '8')
  expect(screen.getByText(/^Overlaps the next segment, which starts at 0:07\.000/)).toBeDefined()
  await userEvent.click(save)
  await waitFor(() => expect(kept(studio)).toMatchObject({ segments: { 1: { start: 3, end: 8 } } }))
})

test('a time is taken from where the medium is', async () => {
  open(talk)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit segment 1' }))
  const audio = document.querySelector('audio')
  if (audio) audio.currentTime = 1.25
  await userEvent.click(screen.getByRole('button', { name: 'End: use the current position' }))
  expect(screen.getByRole('textbox', { name: 'End' })).toHaveProperty('value', '0:01.250')
})

test('a segment is split at the cursor, joined again, taken away, and each step taken back', async () => {
  const studio = open(talk)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit segment 1' }))
  const words = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Segment text' })
  expect(screen.getByRole('button', { name: 'Split at cursor' })).toHaveProperty('disabled', true)
  words.setSelectionRange(3, 3)
  fireEvent.select(words)
  await userEvent.click(screen.getByRole('button', { name: 'Split at cursor' }))
  expect(await screen.findByText('at the pier.')).toBeDefined()
  expect(kept(studio)).toMatchObject({
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

test('a speaker gets another name wherever they speak', async () => {
  const studio = open(talk)
  await userEvent.click(await screen.findByRole('button', { name: 'Ben' }))
  const name = screen.getByRole('textbox', { name: 'Speaker' })
  expect(screen.getByText(/^Changes all 2 segments/)).toBeDefined()
  await retype(name, 'Benno{Enter}')
  await waitFor(() =>
    expect(kept(studio)).toMatchObject({
      segments: [{ speaker: 'Ann' }, { speaker: 'Benno' }, { speaker: 'Benno' }],
    }),
  )
})

test('an edit given up changes nothing', async () => {
  const studio = open(talk)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit segment 1' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Segment text' }), ' Never{Escape}')
  expect(await screen.findByText('Fog at the pier.')).toBeDefined()
  expect(studio.inputs('library.edit_text')).toEqual([])
})

test('offers no subtitles where there are no times, and says why', async () => {
  open({ segments: [], text: 'Words without times.', edited: false }, undefined)
  await screen.findByText('Words without times.')
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  const subtitles = await menuItem('SubRip')
  expect(subtitles).toHaveProperty('disabled', true)
  expect(subtitles.textContent).toContain('needs timestamps')
  expect(await menuItem('Markdown')).toHaveProperty('disabled', false)
})

test('silence is said to be a result, not an error', async () => {
  open({ segments: [], text: '', edited: false })
  expect(await screen.findByText('No speech found')).toBeDefined()
})

test('of ten thousand segments only those near the view exist', async () => {
  open({
    segments: Array.from({ length: 10_000 }, (_, at) => segment(at, `word ${at}`)),
    text: '',
    edited: false,
  })
  await screen.findByText('word 0')
  expect(screen.getAllByRole('listitem').length).toBeLessThan(80)
})
