// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeTile } from '../../../screens/gallery/testing/makeTile.ts'
import { show } from '../../../screens/gallery/testing/show.tsx'
import { makeDetail } from '../testing/makeDetail.ts'
import { menuItems } from '../testing/menuItems.ts'
import { viewersBehind } from '../testing/viewersBehind.ts'
import { AudioViewer } from './AudioViewer.tsx'

const spies: { mockRestore: () => void }[] = []
beforeEach(() => {
  spies.push(vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue())
  spies.push(vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue())
})
afterEach(() => {
  cleanup()
  for (const spy of spies.splice(0)) spy.mockRestore()
})

const sound = { kind: 'audio', mime: 'audio/wav', format: 'wav', durationMs: 20_000 } as const
const open = () => {
  const tiles = [
    makeTile({ ...sound, id: 'a', title: 'this one' }),
    makeTile({ ...sound, id: 'b', title: 'the deeper one' }),
    makeTile({ id: 'c', title: 'a picture' }),
  ]
  viewersBehind({
    'library.page': async ({ kinds }) => {
      const found = tiles.filter(({ kind }) => kinds?.includes(kind) ?? true)
      return { tiles: found, next: null, total: 3, bytes: 0 }
    },
  })
  const detail = makeDetail(sound)
  show(<AudioViewer asset={detail.asset} detail={detail} place="full" />)
}
const sounds = () => [...document.querySelectorAll('audio')]
const goTo = (time: number) => {
  const [own] = sounds()
  if (own) own.currentTime = time
}

test('compares with another sound at the same place, and goes back', async () => {
  open()
  await userEvent.click(screen.getByRole('button', { name: 'Compare A/B' }))
  await waitFor(async () => expect((await menuItems())[0]).toHaveProperty('disabled', false))
  const offered = await menuItems()
  expect(offered.map(({ textContent }) => textContent)).toEqual(['the deeper oneExample One'])
  await userEvent.click(offered[0] ?? document.body)
  goTo(7.5)
  await userEvent.keyboard('b')
  expect(screen.getByRole('radio', { name: 'B' })).toHaveProperty('checked', true)
  expect(sounds()[1]?.getAttribute('src')).toBe('/asset/b')
  expect(sounds()[1]?.currentTime).toBe(7.5)
  await userEvent.keyboard('b')
  expect(screen.getByRole('radio', { name: 'A' })).toHaveProperty('checked', true)
})

test('loops the part between two places, whose ends the arrows move', async () => {
  open()
  goTo(4)
  await userEvent.keyboard('[[')
  goTo(6)
  await userEvent.click(screen.getByRole('button', { name: 'Set loop end' }))
  expect(screen.getByText('0:04.0–0:06.0')).toBeDefined()
  screen.getByRole('slider', { name: 'Loop end' }).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByText('0:04.0–0:06.1')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Clear loop' }))
  expect(screen.queryByRole('slider', { name: 'Loop end' })).toBeNull()
})

test('a sound that cannot be drawn says so', async () => {
  open()
  await waitFor(() => expect(screen.getByText(/can’t draw the waveform/)).toBeDefined())
})

test('a sound that cannot be played says so instead of standing still', async () => {
  open()
  sounds()[0]?.dispatchEvent(new Event('error'))
  expect(await screen.findByText('Easel can’t play this file')).toBeDefined()
})
