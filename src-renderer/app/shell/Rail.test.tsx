import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setBridge } from '../../host/bridge.ts'
import { makeQueryClient } from '../../host/queryClient.ts'
import { bridgeOf } from '../../screens/create/testing/fakeCreateStudio.ts'
import { makeJob } from '../../screens/queue/testing/makeJob.ts'
import { Rail } from './Rail.tsx'

test.each([
  ['1 open job', 1, null],
  ['500 open jobs', 500, null],
  ['500 or more open jobs', 500, 'cursor'],
])('describes the link to the queue with “%s”', async (description, count, next) => {
  const jobs = Array.from({ length: count }, (_, index) => makeJob({ id: `job${index}` }))
  setBridge(bridgeOf({ 'jobs.list': async () => ({ jobs, next }) }))
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <Rail screen="create">{null}</Rail>
    </QueryClientProvider>,
  )
  await screen.findByText(description)
  const link = screen.getByRole('link', { name: 'Queue' })
  const described = document.getElementById(link.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe(description)
})
