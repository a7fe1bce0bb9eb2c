import type { Asset, Tile } from '../../../../src-preload/contract/types/asset.ts'
import type { Lineage as LineageOutput, LineageNode } from '../../../../src-preload/contract/types/lineage.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import { assetRowSchema, toAsset } from './assetRow.ts'

/** Steps read in each direction. */
const MAX_DEPTH = 8
/** Assets in one lineage, and how many of them may be sources. */
const MAX_NODES = 200
const MAX_SOURCES = 120
/** Links read per generation. A photo may be the input of thousands of jobs. */
const MAX_USES = 1000

interface Dependencies {
  database: Database
  tilesById: (ids: readonly string[]) => Tile[]
  operationName: (id: string) => string
  fieldLabel: (operation: string, field: string) => string
}

/** One step: `target` was made from `source`, which was the input `field`. If `field` is null, it is a part of `source`, such as a frame. */
interface Link {
  source: string
  target: string
  field: string | null
}

/** The lineage without costs. `lacksSources`: whether a source was deleted or left out, so that its cost is unknown. */
export interface LineageGraph extends Pick<LineageOutput, 'edges' | 'isCut'> {
  nodes: Omit<LineageNode, 'cost'>[]
  lacksSources: boolean
}

/** The lineage of assets: which assets were inputs of jobs, and which were trimmed or cropped from another asset (`source_id`). */
export class Lineage {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** The sources of an asset and what was made from it, read with one query per generation. Includes assets in the trash. */
  readGraph(id: string): LineageGraph {
    const generations = new Map([[id, 0]])
    const sources = this.#collect(generations, id, -1, MAX_SOURCES)
    const derived = this.#collect(generations, id, 1, MAX_NODES)
    const tiles = this.#dependencies.tilesById([...generations.keys()])
    const operations = new Map(tiles.map((tile) => [tile.id, tile.operation]))
    const { operationName, fieldLabel } = this.#dependencies
    const links = [...sources.links, ...derived.links]
    placeAfterSources(generations, links)
    return {
      nodes: tiles.map((tile) => ({
        tile,
        generation: generations.get(tile.id) ?? 0,
        task: tile.operation === null ? '' : operationName(tile.operation),
      })),
      edges: links
        .filter(({ source, target }) => operations.has(source) && operations.has(target))
        .map(({ source, target, field }) => ({
          from: source,
          to: target,
          field: field === null ? null : fieldLabel(operations.get(target) ?? '', field),
        })),
      isCut: sources.isCut || derived.isCut,
      lacksSources: sources.isCut || sources.links.some(({ source }) => !operations.has(source)),
    }
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

  /** The title that a result made from an asset inherits: the title or name of the first asset that it was taken from, as far as that is known. */
  readTitle(id: string): string {
    const row = this.#dependencies.database.get(
      `WITH RECURSIVE line(job_id, source_id, name, depth) AS (
         SELECT job_id, source_id, name, 0 FROM assets WHERE id = ?
         UNION ALL SELECT a.job_id, a.source_id, a.name, depth + 1 FROM line JOIN assets a ON a.id = line.source_id
           WHERE depth < ${MAX_DEPTH})
       SELECT coalesce(j.title, line.name) AS title FROM line LEFT JOIN jobs j ON j.id = line.job_id
         WHERE coalesce(j.title, line.name) IS NOT NULL ORDER BY depth DESC LIMIT 1`,
      id,
    )
    return String(row?.['title'] ?? '')
  }

  /** Adds the generations on one side of an asset to `generations`, up to `limit` assets. Skips assets in the map, so a cycle ends the search. */
  #collect(
    generations: Map<string, number>,
    id: string,
    direction: -1 | 1,
    limit: number,
  ): { links: Link[]; isCut: boolean } {
    const links: Link[] = []
    let isCut = false
    let current = [id]
    for (let depth = 1; current.length > 0; depth++) {
      const found = direction === -1 ? this.#readSources(current) : this.#readDerived(current)
      const next: string[] = []
      for (const link of found) {
        const other = direction === -1 ? link.source : link.target
        if (!generations.has(other)) {
          if (depth > MAX_DEPTH || generations.size >= limit) {
            isCut = true
            continue
          }
          generations.set(other, depth * direction)
          next.push(other)
        }
        links.push(link)
      }
      isCut ||= found.length >= MAX_USES
      current = next
    }
    return { links, isCut }
  }

  #readSources(ids: readonly string[]): Link[] {
    const rows = this.#dependencies.database.all(
      `SELECT j.asset_id AS source, a.id AS target, j.field, j.position
         FROM json_each(?1) i CROSS JOIN assets a ON a.id = i.value CROSS JOIN job_inputs j ON j.job_id = a.job_id
       UNION ALL
       SELECT a.source_id, a.id, NULL, -1 FROM json_each(?1) i CROSS JOIN assets a ON a.id = i.value
         WHERE a.source_id IS NOT NULL
       ORDER BY 4 LIMIT ${MAX_USES}`,
      JSON.stringify(ids),
    )
    return rows.map(toLink)
  }

  #readDerived(ids: readonly string[]): Link[] {
    const rows = this.#dependencies.database.all(
      `SELECT u.asset_id AS source, a.id AS target, u.field, a.seq FROM (
           SELECT j.asset_id, j.job_id, j.field FROM json_each(?1) i CROSS JOIN job_inputs j ON j.asset_id = i.value
             LIMIT ${MAX_USES}) u
         CROSS JOIN assets a ON a.job_id = u.job_id AND a.role = 'result'
       UNION ALL
       SELECT a.source_id, a.id, NULL, a.seq FROM json_each(?1) i CROSS JOIN assets a ON a.source_id = i.value
       ORDER BY 4 DESC LIMIT ${MAX_USES}`,
      JSON.stringify(ids),
    )
    return rows.map(toLink)
  }
}

const toLink = (row: Row): Link => ({
  source: String(row['source']),
  target: String(row['target']),
  field: typeof row['field'] === 'string' ? row['field'] : null,
})

/**
 * Moves each asset after all of its sources. For example, if an image was made from a photo and a video from both, the photo is two steps
 * before the video. The number of rounds is limited, because a damaged database may have a cycle.
 */
function placeAfterSources(generations: Map<string, number>, links: readonly Link[]): void {
  for (let round = 0; round < MAX_DEPTH; round++) {
    let isDone = true
    for (const { source, target } of links) {
      const [before, after] = [generations.get(source), generations.get(target)]
      if (before === undefined || after === undefined || before < after) continue
      isDone = false
      // Sources move to the left and derived assets to the right, so that the asset itself stays in the middle.
      if (after <= 0) generations.set(source, after - 1)
      else generations.set(target, before + 1)
    }
    if (isDone) return
  }
}
