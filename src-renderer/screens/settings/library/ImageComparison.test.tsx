import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import '../../../i18n/lazyTexts.ts'
import { imageHashing } from '../../../widgets/library/hashImages.ts'
import { fakeLibraryStudio } from '../../gallery/testing/fakeLibraryStudio.ts'
import { show } from '../../gallery/testing/show.tsx'
import { ImageComparison } from './ImageComparison.tsx'

/** Shows a library with images that were compared, and others that weren't, some of which can't be read. */
function open(done: number, missing: number, unreadable = 0) {
  fakeLibraryStudio({ routes: { 'images.hash_progress': async () => ({ done, missing }) } })
  imageHashing.setState({ unreadable })
  show(<ImageComparison />)
}

test('shows how many images were compared', async () => {
  open(12_000, 68_000)
  expect(await screen.findByText('12,000 of 80,000 images compared')).toBeDefined()
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('15')
})

test('ends when all images but unreadable ones were compared', async () => {
  open(79_998, 2, 2)
  expect(await screen.findByText('All 79,998 images compared')).toBeDefined()
  expect(screen.getByText(/^2 images can’t be read/)).toBeDefined()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('ignores unreadable images that were deleted meanwhile', async () => {
  open(10, 0, 3)
  expect(await screen.findByText('All 10 images compared')).toBeDefined()
  expect(screen.queryByText(/can’t be read/)).toBeNull()
})
