import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FileProblem, MaintenanceStatus } from '../../../../src-preload/contract/types/maintenance.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { setBridge } from '../../../host/bridge.ts'
import { bridgeOf } from '../../create/testing/fakeCreateStudio.ts'
import { show } from '../../gallery/testing/show.tsx'
import { FileProblems } from './FileProblems.tsx'

const problems = ['a', 'b', 'c'].map((id): FileProblem => ({
  id,
  file: `${id}.png`,
  state: 'missing',
  canFetchAgain: true,
}))
const status: MaintenanceStatus = {
  kind: 'check',
  state: 'done',
  files: 3,
  filesDone: 3,
  bytes: 0,
  bytesDone: 0,
  filesSkipped: 0,
  target: null,
  problemCount: 3,
  problems,
  problem: null,
}

test('a download that fails temporarily stops the others, shows the reason and can be repeated', async () => {
  const requested: string[] = []
  setBridge(
    bridgeOf({
      'library.fetch_again': async ({ id }) => {
        requested.push(id)
        throw new StudioError({ code: 'service_rate_limited', money: 'none' })
      },
    }),
  )
  show(<FileProblems status={status} />)
  await userEvent.click(screen.getByRole('button', { name: /Download 3 files again/ }))
  expect(await screen.findByText(/limits how often/)).toBeDefined()
  expect(requested).toEqual(['a'])
  await userEvent.click(screen.getByRole('button', { name: /a\.png/ }))
  await waitFor(() => expect(requested).toEqual(['a', 'a']))
})

test('a file that the service no longer has can’t be downloaded again', async () => {
  setBridge(bridgeOf({ 'library.fetch_again': async () => ({ outcome: 'gone' }) }))
  show(<FileProblems status={status} />)
  await userEvent.click(screen.getByRole('button', { name: /a\.png/ }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /a\.png/ })).toBeNull())
})
