import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { makeTile } from '../../../screens/gallery/testing/makeTile.ts'
import { show } from '../../../screens/gallery/testing/show.tsx'
import { makeDetail, fakeViewerStudio } from '../testing/viewerTesting.ts'
import { LineagePanel } from './DetailsPanel.tsx'

// @vitest-environment jsdom

beforeEach(() => (location.hash = '#/gallery/a'))

test('shows the inputs and the results made from them, and opens both', async () => {
  const from = makeTile({ id: 'before', title: 'the sketch' })
  const made = makeTile({ id: 'after', title: 'the video', kind: 'video' })
  fakeViewerStudio({ 'library.lineage': async () => ({ from: [from], made: [made] }) })
  show(
    <LineagePanel
      detail={makeDetail({}, { inputs: [{ field: 'first_frame_image', label: 'First frame', asset: from }] })}
    />,
  )
  const source = await screen.findByRole('region', { name: 'Made from' })
  expect(source.textContent).toContain('First frame')
  await userEvent.click(within(source).getByRole('button', { name: /the sketch/ }))
  expect(location.hash).toBe('#/gallery/before')
  await userEvent.click(screen.getByRole('button', { name: /the video/ }))
  expect(location.hash).toBe('#/gallery/after')
})
