import type { MediaPlace } from '../../../src-preload/contract/bridge.ts'

export interface MediaAddress {
  place: MediaPlace
  id: string
}

const PLACES: readonly MediaPlace[] = ['asset', 'thumb', 'preview', 'export']
const ID = /^[A-Za-z0-9_-]{1,64}$/

/**
 * A place and an id, or null. Media is only ever found by id: what is not an id is nothing, so that no
 * address can become a path.
 */
export function parseMediaAddress(place: unknown, id: unknown): MediaAddress | null {
  const known = PLACES.find((name) => name === place)
  return known && typeof id === 'string' && ID.test(id) ? { place: known, id } : null
}
