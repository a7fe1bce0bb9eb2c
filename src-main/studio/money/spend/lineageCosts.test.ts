import { expect, test } from 'vitest'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import type { StepCost } from '../../../../src-preload/contract/types/lineage.ts'
import type { LineageGraph } from '../../library/assets/Lineage.ts'
import { addLineageCosts, readJobCosts } from './lineageCosts.ts'
import { spendWorld } from './testing.ts'

test('the cost of a job follows from its last ledger entry', () => {
  const { database, job } = spendWorld(0, 'UTC')
  const ids = [
    job(500, ['quoted', 'accepted']),
    job(500, ['quoted', 'accepted', 'refunded']),
    job(500, ['quoted', 'uncertain']),
    job(500, ['quoted', 'accepted', 'unconfirmed']),
    job(0, ['quoted', 'accepted']),
    job(500, []),
  ]
  const costs = readJobCosts(database, [...ids, 'unknown job'])
  expect(ids.map((id) => costs.get(id))).toEqual([
    { outcome: 'charged', amount: 500 },
    { outcome: 'refunded', amount: 0 },
    { outcome: 'unknown', amount: 0 },
    { outcome: 'unknown', amount: 0 },
    { outcome: 'unknown', amount: 0 },
    undefined,
  ])
})

const tile = (id: string, jobId: string | null): Tile => ({
  id,
  jobId,
  role: 'result',
  kind: 'image',
  mime: 'image/png',
  format: 'png',
  bytes: 1,
  width: 1,
  height: 1,
  durationMs: null,
  sha256: '',
  createdAt: 0,
  trashedAt: null,
  hasThumb: true,
  name: null,
  sourceId: null,
  starredAt: null,
  rating: 0,
  title: id,
  modelName: '',
  price: null,
  seed: null,
  operation: 'draw',
  excerpt: null,
})

/** Nodes as `id: generation`, each from the job of the same name; an id with a slash is a second result of the job before it. */
const graph = (generations: Record<string, number>, lacksSources = false): LineageGraph => ({
  nodes: Object.entries(generations).map(([id, generation]) => ({
    tile: tile(id, id.startsWith('file') ? null : (id.split('/')[0] ?? id)),
    generation,
    task: 'Draw',
  })),
  edges: [],
  isCut: false,
  lacksSources,
})

const charged = (amount: number): StepCost => ({ outcome: 'charged', amount })
const costs = (entries: Record<string, StepCost>) => () => new Map(Object.entries(entries))

test('the total counts the result and its sources, each job once, and nothing made from it', () => {
  const { total, nodes } = addLineageCosts(
    graph({ self: 0, source: -1, 'source/2': -1, file: -2, later: 1 }),
    costs({ self: charged(5), source: charged(7), later: charged(100) }),
  )
  expect(total).toEqual({ amount: 12, isLowerBound: false })
  expect(nodes.map(({ cost }) => cost?.amount ?? null)).toEqual([5, 7, 7, null, 100])
})

test('a refunded step costs nothing, and an unknown one makes the total a minimum', () => {
  const refunded: StepCost = { outcome: 'refunded', amount: 0 }
  const two = graph({ self: 0, source: -1 })
  expect(addLineageCosts(two, costs({ self: charged(5), source: refunded })).total).toEqual({
    amount: 5,
    isLowerBound: false,
  })
  expect(addLineageCosts(two, costs({ self: charged(5) })).total).toEqual({ amount: 5, isLowerBound: true })
})

test('a deleted source makes the total a minimum, and files of the user have none', () => {
  const { total } = addLineageCosts(graph({ self: 0 }, true), costs({ self: charged(5) }))
  expect(total).toEqual({ amount: 5, isLowerBound: true })
  expect(addLineageCosts(graph({ file: 0 }), costs({})).total).toBeNull()
})
