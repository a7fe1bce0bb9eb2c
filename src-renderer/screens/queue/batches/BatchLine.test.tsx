// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { withSize } from '../../gallery/testing/withSize.ts'
import { show } from '../../gallery/testing/show.tsx'
import { Queue } from '../Queue.tsx'
import { makeBatch } from '../testing/makeBatch.ts'
import { queueBehind } from '../testing/queueBehind.ts'

withSize()

test('a batch that a budget stopped says so on its own line, and leads to the budgets', async () => {
  const params = {
    scope: 'day',
    cap: 10_000_000,
    used: 9_000_000,
    wanted: 4_213_000,
    jobs: 4,
    held: 16_852_000,
  }
  queueBehind({ batches: [makeBatch({ problem: { code: 'batch_budget', money: 'not_charged', params } })] })
  show(<Queue />)
  const line = /^Limit for today .* reached\. 4 jobs .* are waiting\. Raise the limit in Settings/
  expect(await screen.findByText(line)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Change limits' }))
  expect(location.hash).toBe('#/settings/budgets')
})

test('why a batch stands can be read in full where its line is too short for it', async () => {
  const params = { cap: 10_000_000, jobs: 4, held: 16_852_000 }
  const problem = { code: 'batch_cap_reached', money: 'not_charged', params } as const
  queueBehind({ batches: [makeBatch({ state: 'paused', problem })] })
  show(<Queue />)
  expect(await screen.findByTitle(/^Limit of .* reached\. .* Raise or remove the limit/)).toBeDefined()
})
