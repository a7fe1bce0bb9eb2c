import { expect, it } from 'vitest'
import { readView } from '../../widgets/library/filterUrl.ts'
import { parseView, starredPath, viewPath, type SpendView } from './spendView.ts'

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

it('the link of a row filters by star, by the period and by the row', () => {
  const conditionsOf = (by: SpendView['by'], key: string) => {
    const path = starredPath({ by, from: '2026-03-01', to: '2026-03-31' }, key)
    return readView(new URLSearchParams(path.split('?')[1]), Date.now()).filter.conditions
  }
  const starred = { field: 'starred', is: true }
  const between = (from: string, to: string) => ({
    field: 'date',
    is: true,
    min: new Date(`${from}T00:00`).getTime(),
    max: new Date(`${to}T23:59:59.999`).getTime(),
  })
  const inMarch = between('2026-03-01', '2026-03-31')
  expect(conditionsOf('model', 'aurora')).toEqual([
    starred,
    inMarch,
    { field: 'model', is: true, values: ['aurora'] },
  ])
  expect(conditionsOf('task', 'txt2img')[2]).toEqual({ field: 'operation', is: true, values: ['txt2img'] })
  expect(conditionsOf('batch', '')).toEqual([starred, inMarch])
  expect(conditionsOf('day', '2026-03-08')).toEqual([starred, between('2026-03-08', '2026-03-08')])
})

it.each([
  ['Africa/Cairo', '2026-10-29'],
  ['Asia/Beirut', '2026-10-24'],
  ['America/Santiago', '2026-04-04'],
  ['America/Havana', '2026-11-01'],
])('the starred results of a day in %s include its last hour', (zone, day) => {
  const before = process.env['TZ']
  process.env['TZ'] = zone
  try {
    const path = starredPath({ by: 'day', from: day, to: day }, day)
    const { filter } = readView(new URLSearchParams(path.split('?')[1]), Date.now())
    const date = filter.conditions.find(({ field }) => field === 'date')
    const { min = 0, max = 0 } = date && 'max' in date ? { min: date.min ?? 0, max: date.max ?? 0 } : {}
    expect((max + 1 - min) / 3_600_000).toBe(25)
  } finally {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  }
})
