// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTile } from '../../../screens/gallery/testing/makeTile.ts'
import { show } from '../../../screens/gallery/testing/show.tsx'
import { makeDetail } from '../testing/makeDetail.ts'
import { viewersBehind } from '../testing/viewersBehind.ts'
import { LineagePanel } from './LineagePanel.tsx'

beforeEach(() => (location.hash = '#/gallery/a'))
afterEach(cleanup)

test('says what it was made from and what came of it, and walks both ways', async () => {
  const from = makeTile({ id: 'before', title: 'the sketch' })
  const made = makeTile({ id: 'after', title: 'the clip', kind: 'video' })
  viewersBehind({ 'library.lineage': async () => ({ from: [from], made: [made] }) })
  show(
    <LineagePanel
      detail={makeDetail({}, { inputs: [{ field: 'first_frame_image', label: 'First frame', asset: from }] })}
    />,
  )
  const source = await screen.findByRole('region', { name: 'Made from' })
  expect(source.textContent).toContain('First frame')
  await userEvent.click(within(source).getByRole('button', { name: /the sketch/ }))
  expect(location.hash).toBe('#/gallery/before')
  await userEvent.click(screen.getByRole('button', { name: /the clip/ }))
  expect(location.hash).toBe('#/gallery/after')
})
