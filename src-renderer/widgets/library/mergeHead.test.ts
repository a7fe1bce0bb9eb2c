import { describe, expect, it } from 'vitest'
import { makeTile } from '../../screens/gallery/testing/makeTile.ts'
import { type LibraryPage, mergeHead } from './mergeHead.ts'

const tile = (id: string) => makeTile({ id })
const page = (ids: string, next: string | null, total = 9): LibraryPage => ({
  tiles: ids.split('').map(tile),
  next,
  total,
  bytes: total,
})
const ids = (pages: LibraryPage[]) => pages.map(({ tiles }) => tiles.map(({ id }) => id).join('')).join('|')

describe('mergeHead', () => {
  it('puts arrivals above and keeps every older tile once', () => {
    const merged = mergeHead([page('fed', 'd'), page('cba', null)], [page('hgf', 'f', 11)]) ?? []
    expect(ids(merged)).toBe('hgf|ed|cba')
    expect(merged.at(-1)?.next).toBeNull()
    expect(merged.every(({ total }) => total === 11)).toBe(true)
  })

  it('drops what is gone from the stretch it has read', () => {
    expect(ids(mergeHead([page('fed', 'd'), page('cba', null)], [page('fdc', 'c')]) ?? [])).toBe('fdc|ba')
  })

  it('reads on from the fresh page when nothing older was held', () => {
    const merged = mergeHead([page('fed', 'd')], [page('fed', 'd')]) ?? []
    expect(ids(merged)).toBe('fed')
    expect(merged.at(-1)?.next).toBe('d')
  })

  it('asks for another page when more arrived than it has read, and meets then', () => {
    const held = [page('cba', null)]
    expect(mergeHead(held, [page('hgf', 'f')])).toBeUndefined()
    expect(ids(mergeHead(held, [page('hgf', 'f'), page('edc', 'c')]) ?? [])).toBe('hgf|edc|ba')
  })

  it('is the whole library when the fresh page is the last', () => {
    expect(ids(mergeHead([page('cba', 'a')], [page('cb', null)]) ?? [])).toBe('cb')
  })
})
