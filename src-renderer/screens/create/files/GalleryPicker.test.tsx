import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { RouteInput } from '../../../../src-preload/contract/routes.ts'
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
