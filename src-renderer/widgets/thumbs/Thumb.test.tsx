import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { bridge } from '../../host/bridge.ts'
import { fakeLibraryStudio } from '../../screens/gallery/testing/fakeLibraryStudio.ts'
import { Thumb } from './Thumb.tsx'
import { thumbQueue } from './ThumbQueue.ts'

test('a thumbnail that couldn’t be loaded is loaded again once the disk of the library is connected again', async () => {
  fakeLibraryStudio()
  vi.spyOn(bridge().media, 'read').mockRejectedValue(new Error('not found'))
  const asset = { id: 'a', kind: 'image', mime: 'image/png', width: 8, height: 8, hasThumb: true } as const
  render(<Thumb asset={asset} alt="a fox" caption="a fox" />)
  const image = () => screen.getByRole('img', { name: 'a fox' })
  fireEvent.error(image())
  await expect.poll(() => thumbQueue.state('a')).toBe('failed')
  expect(image().tagName).toBe('SPAN')
  act(() => thumbQueue.retryUnread())
  expect(image().tagName).toBe('IMG')
})
