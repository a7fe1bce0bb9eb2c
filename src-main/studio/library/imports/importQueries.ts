import { z } from 'zod'
import type { Database } from '../../storage/database/Database.ts'

/** Results read at once. */
const PAGE_SIZE = 50

/** A result of another library, as its database describes it. Rows are untrusted until this schema has parsed them. */
export const otherResultSchema = z.object({
  seq: z.int(),
  path: z.string(),
  kind: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Milliseconds since the epoch. */
  created_at: z.int().min(0),
  name: z.string().nullable(),
  starred_at: z.int().nullable(),
  rating: z.int().min(0).max(5),
  note: z.string(),
  /** From here to `seed`: the values of its job; null if it was imported. */
  title: z.string().nullable(),
  operation: z.string().nullable(),
  model_slug: z.string().nullable(),
  model_name: z.string().nullable(),
  form_values: z.string().nullable(),
  seed: z.int().nullable(),
  /** What was found when it was imported. */
  found: z.string().nullable(),
  words: z.string().nullable(),
  edited: z.string().nullable(),
  dimension: z.int().nullable(),
  vectors: z.int().nullable(),
  mean: z.instanceof(Uint8Array).nullable(),
  /** JSON: names. */
  tags: z.string(),
  /** JSON: names with the names of the parent collections. */
  collections: z.string(),
})
export type OtherResult = z.infer<typeof otherResultSchema>

/** SQL condition: the asset `a` is to be imported. */
const WILL_BE_IMPORTED = "a.role = 'result' AND a.trashed_at IS NULL"

/** Queries of another library, which run on a copy of its database in a thread. */
export const importQueries = {
  'imports.count': (database: Database): number =>
    Number(database.get(`SELECT count(*) AS results FROM assets a WHERE ${WILL_BE_IMPORTED}`)?.['results']),
  /** The next results outside the trash in the order in which they were saved, as rows that are still to be parsed. */
  'imports.results': (database: Database, { after }: { after: number }): unknown[] =>
    database.all(
      `SELECT a.seq, a.path, a.kind, a.sha256, a.created_at, a.name, a.starred_at, a.rating, a.note,
         j.title, j.operation, j.model_slug, j.model_name, j.form_values, j.seed, p.content AS found, t.words, t.edited,
         v.dimension, v.vectors, v.mean,
         (SELECT json_group_array(g.name) FROM asset_tags m JOIN tags g ON g.id = m.tag_id WHERE m.asset_seq = a.seq) AS tags,
         (SELECT json_group_array(json_object('name', c.name, 'parent', o.name)) FROM collection_assets m
           JOIN collections c ON c.id = m.collection_id AND c.deleted_name IS NULL
           LEFT JOIN collections o ON o.id = c.parent_id AND o.deleted_name IS NULL
           WHERE m.asset_seq = a.seq) AS collections
       FROM assets a LEFT JOIN jobs j ON j.id = a.job_id LEFT JOIN imported_parameters p ON p.asset_id = a.id
         LEFT JOIN asset_texts t ON t.asset_id = a.id LEFT JOIN asset_vectors v ON v.asset_id = a.id
       WHERE ${WILL_BE_IMPORTED} AND a.seq > ? ORDER BY a.seq LIMIT ${PAGE_SIZE}`,
      after,
    ),
}
