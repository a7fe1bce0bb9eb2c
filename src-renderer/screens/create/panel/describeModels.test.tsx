import { expect, test } from 'vitest'
import type { PickerItem } from '../../../ui/fields/PickerPopover.tsx'
import '../../../i18n/lazyTexts.ts'
import { describeModels, orderModels } from './describeModels.tsx'

const items: PickerItem[] = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({
  id,
  label: `Model ${id}`,
  facts: ['8 steps'],
}))
const used = (slug: string, usedAt: number) => ({ slug, usedAt, usual: null, result: null })
const order = (favorites: string[], details: ReturnType<typeof used>[], of = items) =>
  orderModels(of, { favorites, details }).map(({ item, group }) => `${group} ${item.id}`)

test('favorites come first in the order of marking, then the models used last, then the others', () => {
  expect(order(['e', 'c', 'gone'], [used('b', 5), used('d', 9), used('c', 7)])).toEqual([
    'favorites e',
    'favorites c',
    'recent d',
    'recent b',
    'others a',
    'others f',
  ])
})

test('a short list has no group of recent models', () => {
  expect(order([], [used('b', 5)], items.slice(0, 3))).toEqual(['others a', 'others b', 'others c'])
})

test('a model has its price, its usual time and then its own facts; an outdated price has its time', () => {
  const ordered = orderModels(items.slice(0, 2), {
    favorites: [],
    details: [{ ...used('a', 1), usual: [6000, 9000] }],
  })
  const noon = new Date(2026, 0, 15, 12).getTime()
  const prices = new Map([
    ['a', { slug: 'a', price: 4_213_000, quotedAt: noon, isCurrent: true }],
    ['b', { slug: 'b', price: 4_213_000, quotedAt: noon, isCurrent: false }],
  ])
  const [a, b] = describeModels(ordered, prices)
  expect(a).toMatchObject({ id: 'a', facts: ['$0.004213', 'about 7.5 s', '8 steps'] })
  expect(a).not.toHaveProperty('group')
  expect(b?.facts?.[0]).toMatch(/^\$0\.004213 at .*12:00/)
})

test('models without a result have an empty image if another model has a result', () => {
  const result = {
    id: 'asset',
    jobId: null,
    role: 'result',
    kind: 'image',
    mime: 'image/png',
    format: 'png',
    bytes: 1,
    width: 1,
    height: 1,
    durationMs: null,
    sha256: '',
    createdAt: 1,
    trashedAt: null,
    hasThumb: true,
    name: null,
    sourceId: null,
    starredAt: null,
    rating: 0,
    title: '',
    modelName: '',
    price: null,
    seed: null,
    operation: null,
    excerpt: null,
  } as const
  const describe = (of: typeof result | null) =>
    describeModels(
      orderModels(items.slice(0, 2), { favorites: [], details: [{ ...used('a', 1), result: of }] }),
      new Map(),
    ).map((item) => 'image' in item)
  expect([describe(result), describe(null)]).toEqual([
    [true, true],
    [false, false],
  ])
})
