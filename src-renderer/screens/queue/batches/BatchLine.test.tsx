import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stubElementSizes } from '../../gallery/testing/stubElementSize.ts'
import { show } from '../../gallery/testing/show.tsx'
import { Queue } from '../Queue.tsx'
import { makeBatch } from '../testing/makeBatch.ts'
import { fakeQueueStudio } from '../testing/fakeQueueStudio.ts'

stubElementSizes()

test('a batch stopped by a limit shows the limit in its row and links to the settings', async () => {
  const params = {
    scope: 'day',
    cap: 10_000_000,
    used: 9_000_000,
    wanted: 4_213_000,
    jobs: 4,
    reserved: 16_852_000,
  }
  fakeQueueStudio({
    batches: [makeBatch({ problem: makeProblem('batch_budget', { money: 'not_charged', params }) })],
  })
  show(<Queue />)
  const line = /^Limit for today .* reached\. 4 jobs .* are waiting\. Raise the limit in Settings/
  expect(await screen.findByText(line)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Change limits' }))
  expect(location.hash).toBe('#/settings/budgets')
})

test('the full reason why a batch is paused is in the tooltip', async () => {
  const params = { cap: 10_000_000, jobs: 4, reserved: 16_852_000 }
  const problem = { code: 'batch_cap_reached', money: 'not_charged', params } as const
  fakeQueueStudio({ batches: [makeBatch({ state: 'paused', problem })] })
  show(<Queue />)
  expect(await screen.findByTitle(/^Limit of .* reached\. .* Raise or remove the limit/)).toBeDefined()
})

test('“Raise limit…” on a batch that reached its own limit sets a higher one', async () => {
  const params = { cap: 10_000_000, jobs: 4, reserved: 16_852_000 }
  const problem = { code: 'batch_cap_reached', money: 'not_charged', params } as const
  const batch = makeBatch({ state: 'paused', problem, cap: 10_000_000 })
  const studio = fakeQueueStudio({ batches: [batch] })
  show(<Queue />)
  await userEvent.click(await screen.findByRole('button', { name: 'Raise limit…' }))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Limit in dollars' })
  expect(field.value).toBe('0.04213')
  expect(screen.getByRole('button', { name: 'All 10 jobs: $0.04213' })).toBeDefined()
  await userEvent.clear(field)
  await userEvent.type(field, '0.50{Enter}')
  await expect.poll(() => studio.inputs('batches.set_limit')).toEqual([{ id: batch.id, cap: 500_000_000 }])
})

test('an emptied limit of a batch is removed with “Remove limit”', async () => {
  const batch = makeBatch({ cap: 10_000_000 })
  const studio = fakeQueueStudio({ batches: [batch] })
  show(<Queue />)
  await userEvent.click(await screen.findByRole('button', { name: `More for ${batch.name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Spending limit…', hidden: true }))
  await userEvent.clear(await screen.findByRole('textbox', { name: 'Limit in dollars' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove limit' }))
  await expect.poll(() => studio.inputs('batches.set_limit')).toEqual([{ id: batch.id, cap: null }])
})
