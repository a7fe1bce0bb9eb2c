// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { giveSize } from '../gallery/testing/giveSize.ts'
import { resultsBehind } from '../gallery/testing/resultsBehind.ts'
import { show } from '../gallery/testing/show.tsx'
import { Queue } from './Queue.tsx'
import { makeJob } from './testing/makeJob.ts'

const ID = '123e4567-e89b-42d3-a456-426614174000'
const lost = makeJob({ id: 'lost', state: 'uncertain', title: 'harbour', price: 9_900_000 })

let takeSizeAway: () => void
beforeEach(() => {
  takeSizeAway = giveSize()
})
afterEach(() => {
  cleanup()
  takeSizeAway()
})

test('the header counts and adds up what is still to be paid', async () => {
  resultsBehind({
    jobs: [makeJob({ state: 'queued' }), makeJob({ state: 'running' }), makeJob({ state: 'saved' }), lost],
  })
  show(<Queue />)
  expect(await screen.findByText('1 waiting · 1 running · $0.008426 quoted to come')).toBeDefined()
})

test('an uncertain job stands on top with its price and its three choices, not among the rows', async () => {
  resultsBehind({ jobs: [makeJob({ title: 'other' }), lost] })
  show(<Queue />)
  const note = within(await screen.findByRole('list', { name: 'May have been charged' }))
  expect(note.getByText(/^Quoted \$0\.009900/)).toBeDefined()
  expect(note.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'I have its id',
    'Send again',
    'Close',
  ])
  expect(within(screen.getByRole('list', { name: 'Jobs' })).queryByText('harbour')).toBeNull()
})

test('sending again asks first whether to pay twice, and sends nothing when that is refused', async () => {
  const studio = resultsBehind({ jobs: [lost] })
  show(<Queue />)
  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }))
  expect(screen.getByText(/you pay twice.*\$0\.009900/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(studio.inputs('jobs.decide')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await userEvent.click(screen.getByRole('button', { name: 'Send again, may pay twice' }))
  expect(studio.inputs('jobs.decide')).toEqual([
    { id: 'lost', choice: 'send_again', press: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ])
})

test('an id that is none is refused here, a pasted one with spaces around is taken', async () => {
  const studio = resultsBehind({ jobs: [lost] })
  show(<Queue />)
  await userEvent.click(await screen.findByRole('button', { name: 'I have its id' }))
  const field = screen.getByRole('textbox', { name: 'Request id' })
  await userEvent.type(field, 'nonsense{Enter}')
  expect(screen.getByText(/five groups/)).toBeDefined()
  expect(studio.inputs('jobs.decide')).toEqual([])
  await userEvent.clear(field)
  await userEvent.type(field, ` ${ID} {Enter}`)
  expect(studio.inputs('jobs.decide')).toEqual([{ id: 'lost', choice: 'found', requestId: ID }])
})

test.each([
  ['queued', 'Cancel', 'jobs.cancel'],
  ['vanished', 'Try again', 'jobs.try_again'],
  ['unsaved', 'Try again', 'jobs.try_again'],
  ['failed', 'Repeat', 'jobs.repeat'],
] as const)('a %s job offers "%s"', async (state, word, route) => {
  const studio = resultsBehind({ jobs: [makeJob({ id: 'one', state })] })
  show(<Queue />)
  await userEvent.click(await screen.findByRole('button', { name: word }))
  expect(studio.inputs(route)).toMatchObject([{ id: 'one' }])
})

test('what was sent cannot be cancelled', async () => {
  resultsBehind({ jobs: [makeJob({ state: 'running', progress: 3 })] })
  show(<Queue />)
  expect(await screen.findByText('Running 3 %')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
})

test('thousands of rows are a handful of elements', async () => {
  resultsBehind({ jobs: Array.from({ length: 3000 }, (_, n) => makeJob({ createdAt: -n })) })
  show(<Queue />)
  const list = within(await screen.findByRole('list', { name: 'Jobs' }))
  expect(list.getAllByRole('listitem').length).toBeLessThan(60)
})
