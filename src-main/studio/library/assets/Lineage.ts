import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Asset, Tile } from '../../../../src-preload/contract/types/asset.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import { assetRowSchema, toAsset, TILE_COLUMNS, TILE_JOINS } from './assetRow.ts'

/** Maximum number of assets in "made from this". */
const MAX_DERIVED = 500

interface Dependencies {
  database: Database
  /** Validates rows and converts them to tiles. */
  toTiles: (rows: Row[]) => Tile[]
}

/** The lineage of assets: which assets were inputs of jobs, and which were trimmed or cropped from another asset (`source_id`). */
export class Lineage {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** The direct sources of an asset and what was made directly from it; permanently deleted assets are left out, those in the trash are not. */
  readDirect(asset: Asset): RouteOutput<'library.lineage'> {
    const { database, toTiles } = this.#dependencies
    const from = database.all(
      `SELECT ${TILE_COLUMNS} FROM (
           SELECT asset_id, position FROM job_inputs WHERE job_id = ?1
           UNION ALL SELECT ?2, -1 WHERE ?2 IS NOT NULL) i
         JOIN assets a ON a.id = i.asset_id ${TILE_JOINS} GROUP BY a.id ORDER BY min(i.position)`,
      asset.jobId,
      asset.sourceId,
    )
    const made = database.all(
      `SELECT ${TILE_COLUMNS} FROM assets a ${TILE_JOINS}
         WHERE a.id <> ?1 AND (a.source_id = ?1
           OR (a.role = 'result' AND a.job_id IN (SELECT job_id FROM job_inputs WHERE asset_id = ?1)))
         ORDER BY a.seq DESC LIMIT ${MAX_DERIVED}`,
      asset.id,
    )
    return { from: toTiles(from), made: toTiles(made) }
  }

  /** The inputs of a job, in the order of its form. Rows that can't be parsed are left out. */
  readInputs(jobId: string | null): { field: string; asset: Asset }[] {
    const rows = this.#dependencies.database.all(
      'SELECT i.field, a.* FROM job_inputs i JOIN assets a ON a.id = i.asset_id WHERE i.job_id = ? ORDER BY i.position',
      jobId,
    )
    return rows.flatMap((row) => {
      const parsed = assetRowSchema.safeParse(row)
      return parsed.success ? [{ field: String(row['field']), asset: toAsset(parsed.data) }] : []
    })
  }
}
