import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { relativeThumbPath } from '../../src-main/studio/library/assets/ThumbStore.ts'
import { Ledger } from '../../src-main/studio/money/spend/Ledger.ts'
import type { LedgerEntry } from '../../src-main/studio/money/spend/SpendSums.ts'
import { Database } from '../../src-main/studio/storage/database/Database.ts'
import { migrate } from '../../src-main/studio/storage/update/migrate.ts'
import { migrations } from '../../src-main/studio/storage/migrations/index.ts'
import { JobStore } from '../../src-main/studio/jobs/store/JobStore.ts'
import { JOB_STATES } from '../../src-preload/contract/types/job.ts'
import { temporaryFolder } from '../../src-main/studio/testing/temporaryFolder.ts'
import { seed } from './seed.ts'

const JOBS = 600
const ENTRIES = ['quoted', 'accepted', 'uncertain', 'refunded', 'released'] satisfies LedgerEntry[]

test('a seeded library is consistent with one written by the studio', async () => {
  const folder = temporaryFolder()
  await seed({ jobs: JOBS, folder, share: 0.05 })
  const database = new Database(join(folder, 'easel.db'))
  const unreadable: unknown[] = []
  const store = new JobStore({ database, onUnreadableRow: (row) => unreadable.push(row), onChange: () => {} })
  expect(store.inStates(JOB_STATES)).toHaveLength(JOBS)
  expect(unreadable).toEqual([])
  expect(database.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
  expect(database.all('PRAGMA foreign_key_check')).toEqual([])

  const results = database.all("SELECT path, bytes FROM assets WHERE role = 'result'")
  expect(results.length).toBeGreaterThan(JOBS / 2)
  for (const { path, bytes } of results)
    expect(statSync(join(folder, 'library', String(path))).size).toBe(bytes)
  const ofImages = database.all("SELECT id, has_thumb FROM assets WHERE kind = 'image'")
  expect(ofImages.length).toBeGreaterThan(0)
  for (const { id, has_thumb: hasThumb } of ofImages) {
    expect(hasThumb).toBe(1)
    expect(statSync(join(folder, 'thumbs', relativeThumbPath(String(id)))).size).toBeGreaterThan(0)
  }
  const sources = readdirSync(join(folder, 'library', 'seed'))
  expect(new Set(sources.map((name) => name.split('-')[0])).size).toBe(5)

  // The sums must equal those the studio's own code computes from the same entries.
  const fresh = new Database(':memory:')
  migrate(fresh, migrations, () => {})
  const schema = 'SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name'
  const withoutStatistics = ({ name }: { name?: unknown }) => !String(name).startsWith('sqlite_')
  expect(database.all(schema).filter(withoutStatistics)).toEqual(fresh.all(schema).filter(withoutStatistics))
  for (const table of ['collections', 'tags', 'batches', 'jobs', 'assets', 'collection_assets', 'asset_tags'])
    for (const { assets: _, bytes, ...row } of database.all(`SELECT * FROM ${table} ORDER BY 1, 2`)) {
      const copied = table === 'assets' ? { ...row, bytes: bytes ?? 0 } : row
      fresh.run(
        `INSERT INTO ${table} (${Object.keys(copied).join(', ')}) VALUES (${Object.keys(copied)
          .map(() => '?')
          .join(', ')})`,
        ...Object.values(copied),
      )
    }
  let now = 0
  const ledger = new Ledger({ database: fresh, clock: { now: () => now, after: () => () => {} } })
  for (const { job_id: job, entry, amount, at } of database.all('SELECT * FROM ledger ORDER BY id')) {
    now = Number(at)
    const known = ENTRIES.find((candidate) => candidate === entry)
    if (known) ledger.record(String(job), known, Number(amount))
  }
  for (const sql of [
    'SELECT * FROM asset_totals ORDER BY trashed',
    'SELECT id, assets, bytes FROM collections ORDER BY id',
    'SELECT name, assets FROM tags ORDER BY name',
    'SELECT * FROM spend_sums WHERE amount <> 0 ORDER BY scope, kind, quarter',
    'SELECT * FROM spend_cells WHERE jobs > 0 ORDER BY 1, 2, 3, 4, 5, 6, 7',
  ])
    expect(database.all(sql)).toEqual(fresh.all(sql))
  fresh.close()
  database.close()
})
