import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { Connection, KeychainStatus } from '../../../src-preload/contract/types/connection.ts'
import { show } from '../../screens/gallery/testing/show.tsx'
import { fakeQueueStudio } from '../../screens/queue/testing/fakeQueueStudio.ts'
import { KeyNote } from './KeyNote.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function open(
  key: Connection['key'],
  state: KeychainStatus['state'],
  where: 'create' | 'queue' = 'create',
) {
  const mine = {
    id: 'c',
    name: 'Mine',
    address: 'https://a.example',
    kind: 'remote',
    key,
    current: true,
  } as const
  const studio = fakeQueueStudio(
    {},
    { 'connections.list': async () => ({ connections: [mine], keychain: { state } }) },
  )
  show(<KeyNote screen={where} />)
  await vi.waitFor(() => expect(studio.inputs('connections.list').length).toBeGreaterThan(0))
}

test('a keychain that waits for the user is named, with what to do', async () => {
  await open('session', 'waiting')
  const note = await screen.findByRole('status')
  expect(note.textContent).toContain('The system keychain is waiting for you')
})

test('a key that is lost when Easel closes is said, until the note is closed', async () => {
  await open('session', 'unavailable')
  expect((await screen.findByRole('status')).textContent).toContain('until you close Easel')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('status')).toBeNull()
})

test.each([
  ['keychain', 'available', 'create'],
  ['keychain', 'waiting', 'create'],
  ['environment', 'untouched', 'create'],
  ['session', 'unavailable', 'queue'],
] as const)('there is no note for a key in %s (keychain %s) on %s', async (key, state, where) => {
  await open(key, state, where)
  expect(screen.queryByRole('status')).toBeNull()
})
