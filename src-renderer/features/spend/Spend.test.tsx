// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { SpendSummary } from '../../../src-preload/contract/types/spend.ts'
import { resultsBehind } from '../gallery/testing/resultsBehind.ts'
import { show } from '../gallery/testing/show.tsx'
import { Spend } from './Spend.tsx'

const none = { jobs: 0, quoted: 0 }
const nothing: SpendSummary = {
  today: none,
  month: none,
  all: none,
  uncertain: none,
  refunded: none,
  byDay: [],
  byModel: [],
}
const today = new Date()
const day = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
  .map((n) => String(n).padStart(2, '0'))
  .join('-')

const open = (summary: SpendSummary) => {
  resultsBehind({ summary })
  show(<Spend />)
}
afterEach(cleanup)

test('sums are called quoted, and only what is uncertain may have been charged', async () => {
  const some = { jobs: 2, quoted: 8_426_000 }
  open({ ...nothing, today: some, month: some, all: some, uncertain: { jobs: 1, quoted: 9_900_000 } })
  expect(await screen.findAllByText('$0.008426')).toHaveLength(3)
  expect(screen.getByText(/May have been charged/).textContent).toContain('$0.009900')
  expect(document.body.textContent?.match(/charged/g)).toHaveLength(1)
})

test('the bars can be read as a table', async () => {
  open({ ...nothing, all: { jobs: 3, quoted: 1 }, byDay: [{ day, jobs: 3, quoted: 12_639_000 }] })
  await userEvent.click(await screen.findByRole('button', { name: 'As a table' }))
  const row = within(screen.getByRole('table')).getAllByRole('row')[1]
  expect(row?.textContent).toContain('3$0.012639')
})

test('models come dearest first', async () => {
  const byModel = [
    { model: 'Cheap', jobs: 9, quoted: 5 },
    { model: 'Dear', jobs: 1, quoted: 50 },
  ]
  open({ ...nothing, all: { jobs: 10, quoted: 55 }, byModel })
  const rows = await screen.findAllByRole('rowheader')
  expect(rows.map(({ textContent }) => textContent)).toEqual(['Dear', 'Cheap'])
})

test('nothing spent is a screen of its own', async () => {
  open(nothing)
  expect(await screen.findByText('Nothing spent yet')).toBeDefined()
})
