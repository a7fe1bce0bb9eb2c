import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Collection } from '../../../src-preload/contract/types/collection.ts'
import type { Connection } from '../../../src-preload/contract/types/connection.ts'
import '../../i18n/lazyTexts.ts'
import { show, untilFailed } from '../gallery/testing/show.tsx'
import { fakeQueueStudio } from '../queue/testing/fakeQueueStudio.ts'
import { Budgets } from './Budgets.tsx'

const day = {
  scope: { kind: 'day' as const },
  cap: 5_000_000_000,
  used: 4_000_000_000,
  reserved: 120_000_000,
  state: 'near' as const,
}
const mine: Connection = {
  id: 'mine',
  name: 'Mine',
  address: 'https://a.example',
  kind: 'remote',
  current: true,
  key: 'keychain',
}
const posters: Collection = {
  id: 'posters',
  name: 'Posters',
  createdAt: 1,
  assets: 0,
  bytes: 0,
  parentId: null,
  cover: null,
  isCoverChosen: false,
}
const open = (budgets = [day]) => {
  const studio = fakeQueueStudio(
    { budgets },
    {
      'budgets.set': async () => ({ budgets }),
      'connections.list': async () => ({ connections: [], keychain: { state: 'untouched' } }),
    },
  )
  return { ...studio, client: show(<Budgets />) }
}
const field = (name: string) => screen.findByRole('textbox', { name: `Limit: ${name}` })

test('an amount sets a limit in nano-dollars, and an empty field removes it', async () => {
  const studio = open()
  await userEvent.type(await field('Each month'), '60{Enter}')
  await userEvent.clear(await field('Each day'))
  await userEvent.click(screen.getByRole('button', { name: 'Remove limit' }))
  expect(studio.inputs('budgets.set')).toEqual([
    { scope: { kind: 'month' }, cap: 60_000_000_000 },
    { scope: { kind: 'day' }, cap: null },
  ])
})

test('a connection and a collection with a limit have rows of their own, which change only their limits', async () => {
  const budgets = [
    { ...day, scope: { kind: 'connection' as const, id: 'mine' } },
    { ...day, scope: { kind: 'collection' as const, id: 'posters' } },
  ]
  const studio = fakeQueueStudio(
    { budgets },
    {
      'budgets.set': async () => ({ budgets }),
      'connections.list': async () => ({ connections: [mine], keychain: { state: 'available' } }),
      'collections.list': async () => ({
        collections: [posters, { ...posters, id: 'covers', name: 'Covers' }],
      }),
    },
  )
  show(<Budgets />)
  for (const name of ['Each month on Mine', 'Each month for “Posters”']) {
    const limit = await field(name)
    await userEvent.clear(limit)
    await userEvent.type(limit, '6{Enter}')
  }
  expect(studio.inputs('budgets.set')).toEqual([
    { scope: { kind: 'connection', id: 'mine' }, cap: 6_000_000_000 },
    { scope: { kind: 'collection', id: 'posters' }, cap: 6_000_000_000 },
  ])
  expect(screen.queryByText('Each month for “Covers”')).toBeNull()
})

test.each(['0', '-5', '1e9', 'much'])('%j is not an amount and is not sent', async (text) => {
  const studio = open()
  await userEvent.type(await field('Per run'), `${text}{Enter}`)
  expect(await screen.findByText(/^Enter an amount above zero/)).toBeDefined()
  expect(studio.inputs('budgets.set')).toEqual([])
})

test('a limit being typed stays when a later request for the limits fails', async () => {
  const studio = open()
  await userEvent.type(await field('Each month'), '60')
  studio.failingRoutes.add('budgets.get')
  studio.emit({ type: 'queue.changed' })
  await untilFailed(studio.client, 'budgets.get')
  expect(await field('Each month')).toHaveProperty('value', '60')
})

test('shows the used, reserved and remaining amount, and a warning near the limit', async () => {
  open()
  expect(await screen.findByText('$4.00 spent · $0.12 reserved · $0.88 left · 82% used')).toBeDefined()
})

test('after setting a limit, its field shows it and has the focus', async () => {
  let budgets = [day]
  fakeQueueStudio(
    {},
    {
      'budgets.get': async () => ({ budgets }),
      'budgets.set': async ({ cap }) => {
        budgets = [{ ...day, cap: cap ?? 0 }]
        return { budgets }
      },
      'connections.list': async () => ({ connections: [], keychain: { state: 'untouched' } }),
    },
  )
  show(<Budgets />)
  const limit = await field('Each day')
  await userEvent.clear(limit)
  await userEvent.type(limit, '6')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await waitFor(async () => expect(await field('Each day')).toHaveProperty('value', '6.00'))
  expect(document.activeElement).toBe(limit)
})
