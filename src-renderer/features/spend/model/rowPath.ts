import type { SpendBy } from '../../../../src-preload/contract/types/spend.ts'
import { galleryQuery } from '../../gallery/model/galleryPlace.ts'
import { viewPath } from './periods.ts'

/** Where a row leads: a day to its models, a batch to the queue, a collection to the gallery; null where nowhere. */
export function rowPath(by: SpendBy, key: string): string | null {
  if (by === 'day') return viewPath({ period: { from: key, to: key }, by: 'model' })
  if (key === '') return null
  if (by === 'batch') return `queue/${encodeURIComponent(key)}`
  return by === 'collection' ? keptPath(by, key, false) : null
}

/** Where the kept results of a row are to be seen. */
export function keptPath(by: SpendBy, key: string, starred = true): string {
  const collection = by === 'collection' && key !== '' ? key : null
  return `gallery${galleryQuery({ trash: false, starred, collection })}`
}
