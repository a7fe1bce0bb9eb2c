// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toasts } from '../../lib/toasts.ts'
import { Gallery } from './Gallery.tsx'
import { giveSize } from './testing/giveSize.ts'
import { makeTile } from './testing/makeTile.ts'
import { resultsBehind } from './testing/resultsBehind.ts'
import { show } from './testing/show.tsx'

const noon = new Date().setHours(12, 0, 0, 0)
const tiles = () =>
  [0, 1, 2].map((n) => makeTile({ id: `t${n}`, title: `picture ${n}`, createdAt: noon - n }))
const tileOf = (n: number) => screen.findByRole('button', { name: new RegExp(`^picture ${n}`) })
const starOf = (n: number) => screen.findByRole('button', { name: new RegExp(`^Star: picture ${n}`) })

let takeSizeAway: () => void
beforeEach(() => {
  takeSizeAway = giveSize()
  location.hash = '#/gallery'
})
afterEach(() => {
  cleanup()
  takeSizeAway()
  toasts.setState({ list: [] })
})

test('S stars the focused result at once, and takes the star away when clicked again', async () => {
  const studio = resultsBehind({ tiles: tiles() })
  show(<Gallery />)
  ;(await tileOf(0)).focus()
  await userEvent.keyboard('{ArrowRight}s')
  expect((await starOf(1)).getAttribute('aria-pressed')).toBe('true')
  await userEvent.keyboard('s')
  expect((await starOf(1)).getAttribute('aria-pressed')).toBe('false')
  expect(studio.inputs('library.star')).toEqual([
    { ids: ['t1'], starred: true },
    { ids: ['t1'], starred: false },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('S after a click on a star takes that star away, and touches no other result', async () => {
  const studio = resultsBehind({ tiles: tiles() })
  show(<Gallery />)
  await userEvent.click(await starOf(2))
  await userEvent.keyboard('s')
  expect(studio.inputs('library.star')).toEqual([
    { ids: ['t2'], starred: true },
    { ids: ['t2'], starred: false },
  ])
})

test('a star that could not be kept is taken back, and it is said', async () => {
  const studio = resultsBehind({ tiles: tiles() })
  studio.broken.add('library.star')
  show(<Gallery />)
  await userEvent.click(await starOf(0))
  await waitFor(() => expect(toasts.getState().list[0]?.words).toMatch(/^Couldn’t save the star\./))
  await waitFor(async () => expect((await starOf(0)).getAttribute('aria-pressed')).toBe('false'))
})

test('all that is picked is starred and put into a collection at once', async () => {
  const studio = resultsBehind({ tiles: tiles() })
  studio.collections.push({ id: 'c', name: 'Posters', createdAt: 1, assets: 0, bytes: 0 })
  show(<Gallery />)
  await tileOf(0)
  await userEvent.click(screen.getByRole('button', { name: 'Select' }))
  await userEvent.click(await tileOf(0))
  await userEvent.click(await tileOf(2))
  await userEvent.click(screen.getByRole('button', { name: 'Star' }))
  expect(studio.inputs('library.star')).toEqual([{ ids: ['t0', 't2'], starred: true }])
  await userEvent.click(screen.getByRole('button', { name: 'Add to collection' }))
  await userEvent.click(await screen.findByRole('option', { name: /^Posters/, hidden: true }))
  expect(studio.inputs('collections.add')).toEqual([{ id: 'c', ids: ['t0', 't2'] }])
  await waitFor(() => expect(toasts.getState().list[0]?.words).toBe('Added 2 to Posters'))
})

test('a collection and its stars are asked for by what the address says', async () => {
  location.hash = '#/gallery?collection=c&starred=1'
  const studio = resultsBehind({ tiles: tiles() })
  studio.collections.push({ id: 'c', name: 'Posters', createdAt: 1, assets: 3, bytes: 3 })
  show(<Gallery />)
  await tileOf(0)
  expect(studio.inputs('library.page')[0]).toMatchObject({ collection: 'c', starred: true, trash: false })
  expect(await screen.findByRole('button', { name: 'Posters' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Starred only' }))
  await waitFor(() => expect(location.hash).toBe('#/gallery?collection=c'))
})
