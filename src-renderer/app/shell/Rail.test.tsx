import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setBridge } from '../../host/bridge.ts'
import { makeQueryClient } from '../../host/queryClient.ts'
import { bridgeOf } from '../../screens/create/testing/fakeCreateStudio.ts'
import { makeJob } from '../../screens/queue/testing/makeJob.ts'
import { Rail } from './Rail.tsx'

test.each([
  ['1 waiting', 1, null],
  ['500 waiting', 500, null],
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

test('the badge adds up what waits, what runs and what needs attention, and says so in the words of the queue', async () => {
  const states = ['queued', 'queued', 'running', 'saving', 'uncertain'] as const
  const jobs = states.map((state, index) => makeJob({ id: `job${index}`, state }))
  setBridge(bridgeOf({ 'jobs.list': async () => ({ jobs, next: null }) }))
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <Rail screen="create">{null}</Rail>
    </QueryClientProvider>,
  )
  expect(await screen.findByText('2 waiting, 2 running, 1 needs attention')).toBeDefined()
  expect(screen.getByText('5')).toBeDefined()
})
