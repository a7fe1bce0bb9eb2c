import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Lineage } from '../../../../src-preload/contract/types/lineage.ts'
import { makeTile } from '../../../screens/gallery/testing/makeTile.ts'
import { show } from '../../../screens/gallery/testing/show.tsx'
import { fakeViewerStudio, makeDetail } from '../testing/viewerTesting.ts'
import { LineagePanel } from './LineagePanel.tsx'

beforeEach(() => (location.hash = '#/gallery/a'))
afterEach(cleanup)

const lineage: Lineage = {
  nodes: [
    {
      tile: makeTile({ id: 'a', title: 'the painting' }),
      generation: 0,
      task: 'Paint',
      cost: { outcome: 'charged', amount: 4_000_000 },
    },
    {
      tile: makeTile({ id: 'before', title: 'the sketch', modelName: '' }),
      generation: -1,
      task: '',
      cost: null,
    },
    {
      tile: makeTile({ id: 'after', title: 'the video', kind: 'video' }),
      generation: 1,
      task: 'Animate',
      cost: { outcome: 'refunded', amount: 0 },
    },
  ],
  edges: [
    { from: 'before', to: 'a', field: 'Image' },
    { from: 'a', to: 'after', field: 'First frame' },
  ],
  isCut: false,
  total: { amount: 4_000_000, isLowerBound: false },
}

const open = (overrides: Partial<Lineage> = {}) => {
  const studio = fakeViewerStudio({ 'library.lineage': async () => ({ ...lineage, ...overrides }) })
  show(<LineagePanel detail={makeDetail({})} />)
  return studio
}

test('sources and derived results are links, listed by generation with task, model and cost', async () => {
  open()
  const panel = await screen.findByRole('region', { name: 'Lineage' })
  const sources = within(panel).getByRole('list', { name: 'Sources, 1 step back' })
  expect(within(sources).getByRole('link', { name: 'the sketch, Your file' })).toBeDefined()
  const derived = within(panel).getByRole('list', { name: 'Made from it, 1 step later' })
  expect(
    within(derived).getByRole('link', { name: 'the video, Animate, Example One, Refunded' }),
  ).toBeDefined()
  await userEvent.click(within(derived).getByRole('link'))
  expect(location.hash).toBe('#/gallery/after')
})

test('the total is shown as a minimum if a cost is unknown', async () => {
  open()
  expect(await screen.findByText(/This result and its sources: \$0\.004/)).toBeDefined()
  cleanup()
  open({ total: { amount: 4_000_000, isLowerBound: true }, isCut: true })
  expect(await screen.findByText(/at least \$0\.004.*left out/)).toBeDefined()
})

test('the arrow keys move between the generations', async () => {
  open()
  const self = await screen.findByRole('link', { name: /^the painting/ })
  expect(self.getAttribute('aria-current')).toBe('true')
  self.focus()
  await userEvent.keyboard('{ArrowLeft}{Alt>}{ArrowRight}{/Alt}')
  expect(document.activeElement?.textContent).toMatch(/^the sketch/)
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(document.activeElement?.textContent).toMatch(/^the video/)
})

test('the enlarged graph is shown in a dialog', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Enlarge' }))
  const dialog = await screen.findByRole('dialog', { name: /^Lineage of/ })
  expect(within(dialog).getAllByRole('link')).toHaveLength(3)
})

test('a result without relations has no lineage', async () => {
  const studio = open({ nodes: lineage.nodes.slice(0, 1), edges: [] })
  await expect.poll(() => studio.routes()).toContain('library.lineage')
  expect(screen.queryByRole('region', { name: 'Lineage' })).toBeNull()
})
