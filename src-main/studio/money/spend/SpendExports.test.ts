import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { parseNanoDollars } from '../../service/responses/readMoney.ts'
import { smallDisk, temporaryFolder } from '../../testing/temporaryFolder.ts'
import { readExportPage, type ExportCursor } from './readExportPage.ts'
import { SpendExports } from './SpendExports.ts'
import { spendWorld } from './testing.ts'

function setUp(start = Date.now(), root = temporaryFolder()) {
  const world = spendWorld(start, 'UTC')
  const folder = join(root, 'exports')
  let ids = 0
  const operationName = (id: string) => `Task ${id}`
  const uuid = () => `export-${ids++}`
  const readPage = async (place: ExportCursor) =>
    readExportPage(world.database, place, { operationName, timeZone: 'UTC' })
  const disk = { requireConnected: () => {} }
  const exports = new SpendExports({ ...world, reports: world.sliced, folder, disk, readPage, uuid })
  const textOf = async (id: string) => {
    const found = await exports.find(id)
    return readFile(found && 'path' in found ? found.path : '', 'utf8')
  }
  const rowsOf = async (id: string): Promise<Record<string, string>[]> =>
    parse(await textOf(id), { columns: true, bom: true })
  return { ...world, folder, exports, textOf, rowsOf }
}

it('an export has a line for each job, with its files', async () => {
  const { exports, job, result, rowsOf, database } = setUp(Date.UTC(2026, 0, 15, 12))
  const saved = job(4_213_000, ['quoted', 'accepted'], {
    batch: 'b',
    collection: 'k',
    title: '=evil(), "quoted"',
  })
  result(saved, 1, '2026/01/a.png')
  result(saved, null, '2026/01/a.webp')
  database.run("UPDATE jobs SET request_id = 'r-1' WHERE id = ?", saved)
  const { id, fileName, jobs } = await exports.write({ period: 'today', bom: true })
  expect([fileName, jobs]).toEqual(['easel-spend-2026-01-15.csv', 1])
  expect(await exports.find(id)).toMatchObject({ fileName, mime: 'text/csv' })
  expect(await rowsOf(id)).toEqual([
    {
      time: '2026-01-15T12:00:00.000Z',
      day: '2026-01-15',
      task: 'Task o',
      model: 'Model Painter',
      connection: 'Connection c',
      collection: 'Collection k',
      batch: 'Batch b',
      request_id: 'r-1',
      state: 'saved',
      quote: '0.004213',
      reserved: '',
      completed: '0.004213',
      in_progress: '',
      refunded: '',
      refund_unconfirmed: '',
      charge_unconfirmed: '',
      files: '2026/01/a.png; 2026/01/a.webp',
      title: `'=evil(), "quoted"`,
    },
  ])
})

it('the lines of an export of many pages add up to the sums of the report', async () => {
  const { exports, reports, job, rowsOf, database } = setUp()
  const cases = [
    ['queued', 'quoted'],
    ['saved', 'quoted', 'accepted'],
    ['running', 'quoted', 'accepted'],
    ['failed', 'quoted', 'accepted', 'refunded'],
    ['failed', 'quoted', 'accepted', 'unconfirmed'],
    ['uncertain', 'quoted', 'uncertain'],
    ['cancelled', 'quoted', 'released'],
  ] as const
  database.transaction(() => {
    for (let n = 0; n < 1300; n++) {
      const [state, ...entries] = cases[n % cases.length] ?? cases[0]
      job(n * 1001, entries, { state })
    }
  })
  const { id, jobs } = await exports.write({ period: 'all', bom: false })
  const rows = await rowsOf(id)
  expect(rows).toHaveLength(1300)
  expect(jobs).toBe(1300)
  const { totals } = reports.report({ period: 'all', by: 'day' })
  const sum = (name: string) =>
    rows.reduce((all, row) => all + (parseNanoDollars(row[name] || 0) ?? Number.NaN), 0)
  expect({
    quoted: sum('reserved'),
    completed: sum('completed'),
    running: sum('in_progress'),
    refunded: sum('refunded'),
    unconfirmed: sum('refund_unconfirmed'),
    uncertain: sum('charge_unconfirmed'),
  }).toEqual({
    quoted: totals.quoted.amount,
    completed: totals.completed.amount,
    running: totals.running.amount,
    refunded: totals.refunded.amount,
    unconfirmed: totals.unconfirmed.amount,
    uncertain: totals.uncertain.amount,
  })
})

it('an export of a job that costs nothing states its price', async () => {
  const { exports, job, rowsOf } = setUp()
  job(0, ['quoted'], { state: 'queued' })
  const { id } = await exports.write({ period: 'all', bom: false })
  expect(await rowsOf(id)).toMatchObject([{ quote: '0' }])
})

it('an export on a full disk fails with the reason and leaves no file', async (context) => {
  const { exports, job, database, folder } = setUp(Date.now(), smallDisk(context))
  const title = 'x'.repeat(10_000)
  database.transaction(() => {
    for (let n = 0; n < 300; n++) job(1000, ['quoted', 'accepted'], { title })
  })
  await expect(exports.write({ period: 'all', bom: false })).rejects.toMatchObject({
    problem: { code: 'export_disk_full', money: 'none' },
  })
  expect(await readdir(folder)).toEqual([])
})

it('an export begins with a byte order mark only on request', async () => {
  const { exports, textOf } = setUp()
  const begins = async (bom: boolean) =>
    (await textOf((await exports.write({ period: 'all', bom })).id)).slice(0, 5)
  expect(await begins(true)).toBe('\uFEFFtime')
  expect(await begins(false)).toBe('time,')
})

it('exports are deleted after an hour, and when they are closed', async () => {
  const { exports, clock, folder } = setUp()
  const { id } = await exports.write({ period: 'all', bom: false })
  await clock.advance(2 * 3_600_000)
  await exports.write({ period: 'all', bom: false })
  expect(await readdir(folder)).toEqual(['export-1.csv'])
  expect(await exports.find(id)).toBeNull()
  await exports.close()
  await expect(readdir(folder)).rejects.toThrow('ENOENT')
})
