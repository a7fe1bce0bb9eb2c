import { assetKindSchema } from '../../../../src-preload/contract/types/asset.ts'
import type { Collection } from '../../../../src-preload/contract/types/collection.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import { sortedByName } from '../../../../src-preload/shared/compareNames.ts'

/**
 * A cover is searched for among this many of the newest results. If all of them are in the trash, the collection has
 * none.
 */
const COVER_CANDIDATES = 50
const COLUMNS =
  'c.seq, c.id, c.name, c.name_key, c.created_at AS createdAt, c.assets, c.bytes, p.id AS parentId'
/** SQL: the collections `c` that aren't deleted, with their parents `p`. One whose parent is deleted has none. */
export const EXISTING = `collections c LEFT JOIN collections p ON p.id = c.parent_id AND p.deleted_name IS NULL
  WHERE c.deleted_name IS NULL`
/** The chosen cover, if it is in the collection and not in the trash. */
const CHOSEN_COVER = `(SELECT a.seq FROM assets a WHERE a.id = c.cover_id AND a.trashed_at IS NULL
  AND EXISTS (SELECT 1 FROM collection_assets m WHERE m.collection_id = c.id AND m.asset_seq = a.seq))`
/**
 * The newest result outside the trash, if there is one. The newest of all is tried first, which is ten times faster
 * than reading many.
 */
const NEWEST_COVER = `CASE WHEN c.assets > 0 THEN coalesce(
  (SELECT a.seq FROM assets a WHERE a.trashed_at IS NULL
    AND a.seq = (SELECT max(asset_seq) FROM collection_assets WHERE collection_id = c.id)),
  (SELECT a.seq FROM (SELECT asset_seq FROM collection_assets WHERE collection_id = c.id
    ORDER BY asset_seq DESC LIMIT ${COVER_CANDIDATES}) m JOIN assets a ON a.seq = m.asset_seq
  WHERE a.trashed_at IS NULL ORDER BY a.seq DESC LIMIT 1)) END`

/** All collections, sorted by name. */
export const listCollections = (database: Database): Collection[] =>
  sortedByName(database.all(selectCollections('')).map(toCollection))

/** Undefined if it doesn't exist or was deleted. */
export function findCollection(database: Database, id: string): Collection | undefined {
  const found = database.get(selectCollections('AND c.id = ?'), id)
  return found && toCollection(found)
}

/** Collections with their covers, in one statement, because there may be thousands. `where` follows the conditions of `EXISTING`. */
function selectCollections(where: string): string {
  return `
  WITH x AS MATERIALIZED (
    SELECT ${COLUMNS}, ${CHOSEN_COVER} AS chosen, ${NEWEST_COVER} AS newest FROM ${EXISTING} ${where}
  )
  SELECT x.*, a.id AS coverAsset, a.kind, a.mime, a.width, a.height, a.has_thumb AS hasThumb
    FROM x LEFT JOIN assets a ON a.seq = coalesce(x.chosen, x.newest)`
}

/** Converts a row by hand, because a schema takes several times longer for thousands of rows. */
function toCollection(row: Row): Collection {
  const { id, name, createdAt, assets, bytes, parentId, chosen, coverAsset, kind, mime, hasThumb } = row
  const numberOrNull = (value: Row[string] | undefined) => (typeof value === 'number' ? value : null)
  return {
    id: String(id),
    name: String(name),
    createdAt: Number(createdAt),
    assets: Number(assets),
    bytes: Number(bytes),
    parentId: parentId === null ? null : String(parentId),
    cover:
      coverAsset === null
        ? null
        : {
            id: String(coverAsset),
            kind: assetKindSchema.parse(kind),
            mime: String(mime),
            width: numberOrNull(row['width']),
            height: numberOrNull(row['height']),
            hasThumb: hasThumb === 1,
          },
    isCoverChosen: chosen !== null,
  }
}
