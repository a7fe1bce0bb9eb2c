import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { StudioEvent } from '../../../src-preload/contract/events.ts'
import type { ImportStatus } from '../../../src-preload/contract/types/import.ts'
import { newImportStatus } from '../../../src-preload/shared/imports.ts'
import { setBridge } from '../../host/bridge.ts'
import { bridgeOf } from '../../screens/create/testing/fakeCreateStudio.ts'
import { show } from '../../screens/gallery/testing/show.tsx'
import { WindowDrop } from './WindowDrop.tsx'

test('an import that was running before a reload is shown with its progress, and can be cancelled', async () => {
  let status: ImportStatus = { ...newImportStatus('Holiday'), state: 'running', files: 40, filesDone: 12 }
  const listeners = new Set<(event: StudioEvent) => void>()
  const change = (part: Partial<ImportStatus>) => {
    status = { ...status, ...part }
    for (const listener of listeners) listener({ type: 'imports.changed' })
  }
  const cancel = vi.fn(async () => change({ state: 'cancelled' }))
  setBridge({
    ...bridgeOf({
      'imports.running': async () => ({ id: 'i' }),
      'imports.status': async ({ id }) => (id === 'i' ? status : null),
      'imports.cancel': cancel,
    }),
    onEvent: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  show(<WindowDrop />)
  expect(await screen.findByRole('dialog', { name: 'Import “Holiday”' })).toBeDefined()
  expect(await screen.findByText('12 of 40 files')).toBeDefined()
  change({ filesDone: 13 })
  expect(await screen.findByText('13 of 40 files')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel import' }))
  expect(cancel).toHaveBeenCalledExactlyOnceWith({ id: 'i' })
  expect(await screen.findByText(/^Import cancelled/)).toBeDefined()
})
