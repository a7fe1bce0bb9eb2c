// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show } from '../../screens/gallery/testing/show.tsx'
import { stubElementSizes } from '../../screens/gallery/testing/stubElementSizes.ts'
import { Queue } from '../../screens/queue/Queue.tsx'
import { makeBatch } from '../../screens/queue/testing/makeBatch.ts'
import { makeJob } from '../../screens/queue/testing/makeJob.ts'
import { fakeQueueStudio } from '../../screens/queue/testing/fakeQueueStudio.ts'

stubElementSizes()

const waiting = makeJob({
  id: 'dear',
  state: 'queued',
  price: 1_000_000,
  problem: { code: 'price_changed', money: 'not_charged', params: { shown: 1_000_000, price: 4_000_000 } },
})

test('a job whose price rose shows both prices and is sent at the price on its button', async () => {
  const studio = fakeQueueStudio({ jobs: [waiting] })
  show(<Queue />)
  expect(
    await screen.findByText(/price changed from \$0\.001\d* to \$0\.004\d*.*Nothing was charged/i),
  ).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Review new price…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send job · $0.004213' }))
  const quote = { key: 'key', price: 4_213_000, quotedAt: 0 }
  expect(studio.inputs('jobs.accept_price')).toEqual([{ id: 'dear', quote }])
})

test('a job whose price rose can’t be sent while no price is available', async () => {
  const problem = { code: 'service_unreachable', money: 'none' } as const
  const studio = fakeQueueStudio(
    { jobs: [waiting] },
    { 'jobs.price': async () => ({ state: 'unavailable', key: 'k', problem }) },
  )
  show(<Queue />)
  await userEvent.click(await screen.findByRole('button', { name: 'Review new price…' }))
  const button = await screen.findByRole('button', { name: 'Send job' })
  expect(button).toHaveProperty('disabled', true)
  expect(studio.inputs('jobs.accept_price')).toEqual([])
})

test('a batch whose prices rose continues at the total on its button', async () => {
  const params = { shown: 4_213_000, price: 5_000_000, jobs: 4, held: 16_852_000 }
  const problem = { code: 'batch_price_changed', money: 'not_charged', params } as const
  const studio = fakeQueueStudio({ batches: [makeBatch({ id: 'b', state: 'paused', unsent: 4, problem })] })
  show(<Queue />)
  expect(
    await screen.findByText(/Prices rose: a job quoted at \$0\.004213 now costs \$0\.005\d*\./),
  ).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Review new price…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send 4 jobs · $0.02' }))
  expect(studio.inputs('batches.accept_price')).toEqual([{ id: 'b', total: 20_000_000 }])
})
