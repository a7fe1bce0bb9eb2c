import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import type { QueryClient } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import type { BudgetScope } from '../../../../src-preload/contract/types/money.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { show } from '../../gallery/testing/show.tsx'
import { fakeQueueStudio } from '../../queue/testing/fakeQueueStudio.ts'
import { type EnqueueError, enqueueErrorStore } from './clicks.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { EnqueueErrorNote, isStillBlockedByBudget } from './ClickOutcomeNotes.tsx'

const budget = (overrides: object) => ({
  scope: { kind: 'day' as const },
  cap: 1000,
  used: 800,
  reserved: 100,
  state: 'near' as const,
  ...overrides,
})
const problem = (code: ProblemCode, scope: BudgetScope = { kind: 'day' }): Problem =>
  makeProblem(code, { money: 'not_charged', limit: { scope, wanted: 101 } })

test('a job exceeds a limit until there is enough room', () => {
  expect(isStillBlockedByBudget(problem('budget_full'), [budget({})])).toBe(true)
  expect(isStillBlockedByBudget(problem('budget_full'), [budget({ reserved: 99 })])).toBe(false)
  expect(isStillBlockedByBudget(problem('budget_full'), [budget({ cap: 1001 })])).toBe(false)
  expect(isStillBlockedByBudget(problem('budget_full'), [budget({ scope: { kind: 'month' } })])).toBe(false)
})

test('a limit of another collection does not refuse a click', () => {
  const refused = problem('budget_full', { kind: 'collection', id: 'a' })
  const budgetOf = (id: string) => budget({ scope: { kind: 'collection', id } })
  expect(isStillBlockedByBudget(refused, [budgetOf('b')])).toBe(false)
  expect(isStillBlockedByBudget(refused, [budgetOf('b'), budgetOf('a')])).toBe(true)
})

test('an unpriced job exceeds any limit while one is set', () => {
  expect(isStillBlockedByBudget(problem('budget_unpriced'), [budget({ cap: 1e9 })])).toBe(true)
  expect(isStillBlockedByBudget(problem('budget_unpriced'), [])).toBe(false)
})

const untilSummaryLoaded = (client: QueryClient) =>
  waitFor(() => {
    const queries = client.getQueryCache().findAll({ queryKey: ['queue.summary'] })
    expect(queries.map(({ state }) => state.status)).toEqual(['success'])
  })

test('the note about a full disk is cleared once the disk has room, even if Create was left in between', async () => {
  const diskFull = makeProblem('disk_full', { money: 'not_charged' })
  const studio = fakeQueueStudio({ problem: diskFull })
  const error: EnqueueError = { key: 'draft', problem: diskFull, at: Date.now() }
  enqueueErrorStore.getState().setError(error)
  await untilSummaryLoaded(show(<EnqueueErrorNote error={error} />))
  expect(screen.getByRole('alert').textContent).toContain('Nothing was sent')
  cleanup()
  studio.problem = null
  show(<EnqueueErrorNote error={error} />)
  await waitFor(() => expect(enqueueErrorStore.getState().error).toBeNull())
})

test('the note about a full disk stays while the queue has not reported it', async () => {
  fakeQueueStudio()
  const error: EnqueueError = {
    key: 'draft',
    problem: makeProblem('disk_full', { money: 'not_charged' }),
    at: Date.now(),
  }
  enqueueErrorStore.getState().setError(error)
  await untilSummaryLoaded(show(<EnqueueErrorNote error={error} />))
  expect(enqueueErrorStore.getState().error).toBe(error)
})

/** Subscribes to the problem of the queue, as the notes above each screen do. */
function QueueProblem() {
  const { data } = useApiQuery('queue.summary', undefined)
  return <output>{data?.problem?.code ?? 'no problem'}</output>
}

test('a note about a spending limit stays when a problem of the disk is resolved', async () => {
  const studio = fakeQueueStudio({
    problem: makeProblem('disk_full', { money: 'not_charged' }),
    budgets: [budget({})],
  })
  const error: EnqueueError = { key: 'draft', problem: problem('budget_full'), at: Date.now() }
  enqueueErrorStore.getState().setError(error)
  show(
    <>
      <QueueProblem />
      <EnqueueErrorNote error={error} />
    </>,
  )
  await screen.findByText('disk_full')
  studio.problem = null
  studio.emit({ type: 'queue.changed' })
  await screen.findByText('no problem')
  expect(enqueueErrorStore.getState().error).toBe(error)
})
