import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ModelChange } from '../../../src-preload/contract/types/model.ts'
import '../../i18n/lazyTexts.ts'
import { fakeQueueStudio } from '../../screens/queue/testing/fakeQueueStudio.ts'
import { show } from '../../screens/gallery/testing/show.tsx'
import { ModelChangesNote } from './ModelChangesNote.tsx'

const unchanged = { tasks: ['Text to image'], differences: [], price: null, queued: 0, presets: 0 }
const changes: ModelChange[] = [
  { ...unchanged, slug: 'ink', name: 'Ink', kind: 'gone', queued: 2, presets: 1 },
  { ...unchanged, slug: 'new', name: 'Fresh', kind: 'new' },
  {
    ...unchanged,
    slug: 'oil',
    name: 'Oil',
    kind: 'changed',
    presets: 2,
    price: { before: 10_123_450, after: 20_123_460 },
    differences: [
      { kind: 'value', name: 'Max width', before: '2,048', after: '1,024' },
      { kind: 'list', name: 'LoRAs', added: ['Wet'], removed: ['Dry'] },
    ],
  },
]

test('summarizes the changes, shows them by model, and dismisses them once the user has seen them', async () => {
  const studio = fakeQueueStudio(
    {},
    {
      'models.changes': async () => ({ connection: { id: 'c', name: 'Mine' }, changes }),
      'models.dismiss_changes': async () => undefined,
    },
  )
  show(<ModelChangesNote />)
  const note = await screen.findByRole('status')
  expect(note.textContent).toContain('1 you used is no longer offered, 1 you used changed, 1 is new.')
  await userEvent.click(screen.getByRole('button', { name: 'Show changes' }))
  expect(await screen.findByText(/^2 jobs in the queue use it/)).toBeDefined()
  expect(screen.getByText(/^1 preset uses it. Its other values/)).toBeDefined()
  expect(screen.getByText(/^2 presets use it. When you apply one/)).toBeDefined()
  expect(screen.getByText(/cost \$0\.010124 and now costs \$0\.020124/)).toBeDefined()
  expect(screen.getByText('Max width: 1,024 (was 2,048)')).toBeDefined()
  expect(screen.getByText('LoRAs removed: Dry')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Got it' }))
  expect(studio.inputs('models.dismiss_changes')).toEqual([
    { connectionId: 'c', slugs: ['ink', 'new', 'oil'] },
  ])
})

test.each(['Escape', 'its button'])(
  'closing the list of changes by %s also dismisses the note',
  async (way) => {
    const studio = fakeQueueStudio(
      {},
      {
        'models.changes': async () => ({ connection: { id: 'c', name: 'Mine' }, changes }),
        'models.dismiss_changes': async () => undefined,
      },
    )
    show(<ModelChangesNote />)
    await userEvent.click(await screen.findByRole('button', { name: 'Show changes' }))
    const dialog = await screen.findByRole('dialog')
    if (way === 'Escape') fireEvent(dialog, new Event('cancel', { cancelable: true }))
    else await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(studio.inputs('models.dismiss_changes')).toHaveLength(1)
  },
)

test('shows nothing without changes', async () => {
  const studio = fakeQueueStudio(
    {},
    { 'models.changes': async () => ({ connection: { id: 'c', name: 'Mine' }, changes: [] }) },
  )
  show(<ModelChangesNote />)
  await expect.poll(() => studio.inputs('models.changes')).toHaveLength(1)
  expect(screen.queryByRole('status')).toBeNull()
})
