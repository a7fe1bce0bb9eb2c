import { describe, expect, it } from 'vitest'
import { makeTile } from '../testing/makeTile.ts'
import { shownIndexOf, stackTiles } from './stacks.ts'

const noon = new Date(2026, 10, 20, 12).getTime()
const MINUTE = 60_000
/** Results with these prompts, newest first, a minute apart. */
const tilesOf = (prompts: string) =>
  prompts
    .split('')
    .map((title, index) => makeTile({ id: `${title}${index}`, title, createdAt: noon - index * MINUTE }))
const ids = (tiles: readonly { id: string }[]) => tiles.map(({ id }) => id).join(' ')
const none = new Set<string>()

describe('stacks', () => {
  it('are consecutive results of one prompt, shown as the newest', () => {
    const { tiles, stacks, indexes } = stackTiles(tilesOf('aaabcca'), none)
    expect(ids(tiles)).toBe('a0 b3 c4 a6')
    expect([...stacks]).toMatchObject([
      ['a0', { start: 0, count: 3, isOpen: false }],
      ['c4', { start: 4, count: 2, isOpen: false }],
    ])
    expect(indexes).toEqual([0, 3, 4, 6])
  })

  it('need the same task', () => {
    const tiles = tilesOf('aaa')
    const [, second] = tiles
    if (second) second.operation = 'upscale'
    expect(stackTiles(tiles, none).tiles).toHaveLength(3)
  })

  it('contain results of several models, and have a model if it is that of all', () => {
    const tiles = tilesOf('aaabb')
    const [, second] = tiles
    if (second) second.modelName = 'Another'
    const { stacks } = stackTiles(tiles, none)
    expect([...stacks.values()].map(({ count, modelName }) => [count, modelName])).toEqual([
      [3, ''],
      [2, 'Example One'],
    ])
  })

  it('end after an hour, and at midnight', () => {
    const at = (...times: number[]) =>
      stackTiles(
        times.map((createdAt, index) => makeTile({ id: String(index), createdAt })),
        none,
      ).tiles.length
    expect(at(noon, noon - 30 * MINUTE, noon - 60 * MINUTE)).toBe(1)
    expect(at(noon, noon - 30 * MINUTE, noon - 61 * MINUTE)).toBe(2)
    const midnight = new Date(2026, 10, 20).getTime()
    expect(at(midnight, midnight - 1)).toBe(2)
    // Oldest first.
    expect(at(noon - 60 * MINUTE, noon)).toBe(1)
  })

  it('never contain results without a prompt or task', () => {
    const untitled = [0, 1].map((index) => makeTile({ id: String(index), title: ' ' }))
    const imported = [0, 1].map((index) => makeTile({ id: String(index), operation: null }))
    expect(stackTiles(untitled, none).stacks.size).toBe(0)
    expect(stackTiles(imported, none).stacks.size).toBe(0)
  })

  it('that are open show all of their results, also after new ones arrived on top or more were loaded below', () => {
    const opened = new Set(['a1', 'a2'])
    const { tiles, stacks } = stackTiles(tilesOf('aaaab'), opened)
    expect(ids(tiles)).toBe('a0 a1 a2 a3 b4')
    expect(stacks.get('a0')).toMatchObject({ start: 0, count: 4, isOpen: true })
  })
})

it('each result is found in its stack', () => {
  const { indexes } = stackTiles(tilesOf('aaabcc'), none)
  expect([0, 2, 3, 4, 5].map((index) => shownIndexOf(indexes, index))).toEqual([0, 0, 1, 2, 2])
  expect(shownIndexOf([], 3)).toBe(0)
})
