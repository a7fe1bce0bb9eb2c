import type { MediaPlace } from '../../../../src-preload/contract/bridge.ts'

export interface MediaAddress {
  place: MediaPlace
  id: string
}

const PLACES: readonly MediaPlace[] = ['asset', 'thumb', 'preview', 'export']
const ID = /^[A-Za-z0-9_-]{1,64}$/

/**
 * A place and an id, or null if either is invalid. Media is only found by id, so that no
 * URL can become a path.
 */
export function parseMediaAddress(place: unknown, id: unknown): MediaAddress | null {
  const knownPlace = PLACES.find((name) => name === place)
  return knownPlace && typeof id === 'string' && ID.test(id) ? { place: knownPlace, id } : null
}
