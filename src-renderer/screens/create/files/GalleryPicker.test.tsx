import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { RouteInput } from '../../../../src-preload/contract/routes.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { MAX_SEARCH_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { toasts } from '../../../lib/toasts.ts'
import { setBridge } from '../../../host/bridge.ts'
import { makeTile } from '../../gallery/testing/makeTile.ts'
import { show } from '../../gallery/testing/show.tsx'
import { bridgeOf } from '../testing/fakeCreateStudio.ts'
import { makeFileField } from '../testing/makeFileField.ts'
import { GalleryPicker } from './GalleryPicker.tsx'

const field = makeFileField()

const open = () => {
  const requests: RouteInput<'inputs.page'>[] = []
  const inputs = [
    makeTile({ id: 'old', title: 'harbour.png', role: 'input', format: 'png' }),
    makeTile({ id: 'odd', title: 'scan.bmp', role: 'input', format: 'bmp' }),
  ]
  setBridge(
    bridgeOf({
      'library.page': async () => ({
        tiles: [makeTile({ id: 'result', title: 'a result' })],
        next: null,
        totals: null,
      }),
      'inputs.page': async (input) => {
        requests.push(input)
        return { next: null, tiles: inputs.filter(({ title }) => title.includes(input.search ?? '')) }
      },
    }),
  )
  const onPick = vi.fn()
  show(<GalleryPicker field={field} remaining={1} onPick={onPick} onClose={() => {}} />)
  return { requests, onPick }
}

test('earlier inputs can be searched by name and chosen if the field accepts them', async () => {
  const { requests, onPick } = open()
  expect(await screen.findByRole('button', { name: /a result/ })).toBeDefined()
  expect(requests).toEqual([])
  await userEvent.click(screen.getByRole('radio', { name: 'Earlier inputs' }))
  expect(await screen.findByRole('button', { name: /scan\.bmp/ })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: /a result/ })).toBeNull()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search names' }), 'harb')
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: /scan/ })).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: /harbour\.png/ }))
  expect(onPick).toHaveBeenCalledWith(['old'])
  expect(requests.at(-1)).toMatchObject({ kinds: ['image'], search: 'harb' })
})

test('shows a message if no name matches', async () => {
  open()
  await userEvent.click(await screen.findByRole('radio', { name: 'Earlier inputs' }))
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search names' }), 'zzz')
  expect(await screen.findByText('Nothing matches “zzz”.')).toBeDefined()
})

/** A field for a voice sample of 3 to 10 seconds. */
const voice = makeFileField({
  media: ['audio'],
  formats: ['mp3', 'ogg'],
  minSeconds: 3,
  maxSeconds: 10,
  maxBytes: 15 * 1024 * 1024,
})
const speech = {
  kind: 'audio',
  format: 'mp3',
  width: null,
  height: null,
  modelName: 'Example One',
} as const

function openVoices(field = voice) {
  const filters: RouteInput<'library.page'>['filter'][] = []
  const tiles = [
    makeTile({ ...speech, id: 'good', title: 'The ferry leaves at half past six.', durationMs: 4200 }),
    makeTile({ ...speech, id: 'long', title: 'A whole chapter', durationMs: 61_000 }),
    makeTile({ ...speech, id: 'short', title: 'Hm', durationMs: 900 }),
    makeTile({ ...speech, id: 'wav', title: 'Uncompressed', durationMs: 5000, format: 'wav' }),
    makeTile({ ...speech, id: 'big', title: 'Heavy', durationMs: 5000, bytes: 20_000_000 }),
    makeTile({ ...speech, id: 'unknown', title: 'Unmeasured', durationMs: null }),
  ]
  setBridge(
    bridgeOf({
      'library.page': async ({ filter }) => {
        filters.push(filter)
        return { tiles, next: null, totals: null }
      },
    }),
  )
  const onPick = vi.fn()
  show(<GalleryPicker field={field} remaining={field.max} onPick={onPick} onClose={() => {}} />)
  return { filters, onPick }
}
const row = (name: RegExp) => screen.findByRole('button', { name })

test('an audio field lists the title, model and duration of each file, and a click picks one', async () => {
  const { onPick, filters } = openVoices()
  expect((await row(/^The ferry leaves/)).textContent).toBe(
    'The ferry leaves at half past six.Example One · 4.2 s · MP3 · 1.0 MB',
  )
  expect(filters).toEqual([
    { trash: false, search: '', conditions: [{ field: 'kind', is: true, values: ['audio'] }] },
  ])
  await userEvent.click(await row(/^Unmeasured/))
  expect(onPick).toHaveBeenCalledWith(['unknown'])
})

test.each([
  [/^A whole chapter.*Too long: the field takes 3–10 s$/],
  [/^Hm.*Too short: the field takes 3–10 s$/],
  [/^Uncompressed.*WAV isn’t accepted here, only MP3 or OGG$/],
  [/^Heavy.*Too large: 15 MB at most$/],
])('a sample that the field rejects shows the reason and can’t be picked: %s', async (name) => {
  const { onPick } = openVoices()
  const button = await row(name)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(button)
  expect(onPick).not.toHaveBeenCalled()
})

test('a chip lists only samples that fit, filtered by duration in the whole library', async () => {
  const { filters } = openVoices()
  await userEvent.click(await row(/^Only MP3 or OGG · up to 15 MB · 3–10 s$/))
  await waitFor(() =>
    expect(filters.at(-1)?.conditions.at(-1)).toEqual({
      field: 'duration',
      is: true,
      min: 3000,
      max: 10_050,
    }),
  )
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Uncompressed/ })).toBeNull())
  expect(screen.getByRole('button', { name: /^The ferry/ })).toBeDefined()
})

test('a sample can be played, and playing another one pauses it', async () => {
  openVoices()
  const played: string[] = []
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function play(
    this: HTMLMediaElement,
  ) {
    played.push('play')
    this.dispatchEvent(new Event('play'))
  })
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function pause(
    this: HTMLMediaElement,
  ) {
    this.dispatchEvent(new Event('pause'))
  })
  await userEvent.click(await row(/^Play The ferry/))
  await userEvent.click(await row(/^Play A whole chapter/))
  expect(await row(/^Pause A whole chapter/)).toBeDefined()
  expect(await row(/^Play The ferry/)).toBeDefined()
  expect(played).toHaveLength(2)
  play.mockRestore()
  pause.mockRestore()
})

test.each([
  ['NotSupportedError', ['Easel can’t play “The ferry leaves at half past six.”']],
  // Pausing a file that is still loading.
  ['AbortError', []],
])('a sample whose playback ends with %s shows %o', async (name, messages) => {
  openVoices()
  const play = vi
    .spyOn(HTMLMediaElement.prototype, 'play')
    .mockRejectedValueOnce(new DOMException('playback ended', name))
  await userEvent.click(await row(/^Play The ferry/))
  expect(toasts.getState().list.map(({ text }) => text)).toEqual(messages)
  play.mockRestore()
})

test('several samples are collected before they are used', async () => {
  const { onPick } = openVoices({ ...voice, max: 3 })
  await userEvent.click(await row(/^The ferry/))
  await userEvent.click(await row(/^Unmeasured/))
  await userEvent.click(await row(/^Use 2 files/))
  expect(onPick).toHaveBeenCalledWith(['good', 'unknown'])
})

test('a pasted search text is cut to the maximum length', async () => {
  const { requests } = open()
  await userEvent.click(await screen.findByRole('radio', { name: 'Earlier inputs' }))
  await userEvent.click(await screen.findByRole('searchbox', { name: 'Search names' }))
  await userEvent.paste('z'.repeat(MAX_SEARCH_LENGTH + 1))
  expect(await screen.findByText(/^Nothing matches/)).toBeDefined()
  expect(requests.at(-1)?.search).toHaveLength(MAX_SEARCH_LENGTH)
})

test('when older results fail to load, the reason is shown until a retry succeeds', async () => {
  let isLost = true
  const pages = {
    newest: { tiles: [makeTile({ id: 'new', title: 'a new result' })], next: 'older', totals: null },
    older: { tiles: [makeTile({ id: 'old', title: 'an old result' })], next: null, totals: null },
  }
  setBridge(
    bridgeOf({
      'library.page': async ({ before }) => {
        if (before === null) return pages.newest
        if (isLost) throw new StudioError({ code: 'internal', money: 'none' })
        return pages.older
      },
    }),
  )
  show(<GalleryPicker field={field} remaining={1} onPick={() => {}} onClose={() => {}} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Show older' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    problemMessage({ code: 'internal', money: 'none' }).summary,
  )
  expect(screen.getByRole('button', { name: /a new result/ })).toBeDefined()
  isLost = false
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }))
  expect(await screen.findByRole('button', { name: /an old result/ })).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})
