import { expect, it } from 'vitest'
import { parseView, viewPath, type SpendView } from './spendView.ts'

it.each<SpendView>([
  { period: 'last_month', by: 'model' },
  { period: { from: '2026-01-30', to: '2026-02-02' }, by: 'batch' },
])('restores %j from its URL', (view) => {
  expect(parseView(new URLSearchParams(viewPath(view).split('?')[1]))).toEqual(view)
})

it.each([
  '',
  'period=ever&by=mood',
  'from=2026-02-02&to=2026-01-01',
  'from=2026-02-99&to=2026-03-01',
  'from=2026-01-01',
  'from=2026-02-31&to=2026-03-02',
  'from=0202-01-01&to=2026-01-01',
])('shows this month by day for %j', (query) =>
  expect(parseView(new URLSearchParams(query))).toEqual({ period: 'month', by: 'day' }),
)
