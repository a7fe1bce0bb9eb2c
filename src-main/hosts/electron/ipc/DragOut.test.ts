import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ExportStatus } from '../../../../src-preload/contract/types/export.ts'
import { temporaryFolder } from '../../../studio/testing/temporaryFolder.ts'
import { DragOut } from './DragOut.ts'

const HOUR_MS = 60 * 60 * 1000
const startDrag = vi.fn<(paths: string[]) => void>()
beforeEach(() => startDrag.mockClear())

/** Drags with an export that writes a file for each id, when `release` is called. Like the real one, it has no size before it runs. */
function setUp({
  bytes = 1000,
  problem = null,
  failureCount = 0,
}: Partial<Pick<ExportStatus, 'bytes' | 'problem' | 'failureCount'>> = {}) {
  const folder = join(temporaryFolder(), 'drags')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const cancelled = new Set<string>()
  const ended = new Set<string>()
  const writing = new Map<string, () => void>()
  const status = (id: string): ExportStatus => ({
    state: cancelled.has(id) ? 'cancelled' : problem ? 'failed' : 'done',
    files: 1,
    filesDone: 1,
    bytes: ended.has(id) ? bytes : 0,
    bytesDone: ended.has(id) ? bytes : 0,
    failures: [],
    failureCount,
    withoutParameters: 0,
    unconverted: 0,
    changed: 0,
    problem,
    target: 'drag',
  })
  const drags = new DragOut({
    folder,
    startDrag,
    now: () => Date.now(),
    exports: async () => ({
      totalBytes: async () => bytes,
      startCopies: (ids, target) => {
        const id = basename(target)
        writing.set(id, () => ids.forEach((name) => writeFileSync(join(target, `${name}.png`), name)))
        return id
      },
      finished: async (id) => {
        if (!cancelled.has(id)) await released
        if (!cancelled.has(id)) writing.get(id)?.()
        ended.add(id)
      },
      status,
      cancel: (id) => void cancelled.add(id),
    }),
  })
  return { drags, folder, release }
}

it('drags copies of several results at once', async () => {
  const { drags, release, folder } = setUp()
  release()
  expect(await drags.start(['b', 'a'])).toEqual({ ok: true, data: { state: 'started', leftOut: 0 } })
  const [paths = []] = startDrag.mock.calls[0] ?? []
  expect(paths.map((path) => basename(path))).toEqual(['a.png', 'b.png'])
  expect(readFileSync(paths[0] ?? '', 'utf8')).toBe('a')
  expect(paths.every((path) => path.startsWith(folder))).toBe(true)
})

it('returns how many files of a drag can’t be read and are left out', async () => {
  const { drags, release } = setUp({ failureCount: 2 })
  release()
  expect(await drags.start(['a', 'b', 'c'])).toEqual({ ok: true, data: { state: 'started', leftOut: 2 } })
  expect(startDrag).toHaveBeenCalledOnce()
})

it('fails without creating folders if the library with the folder of the copies is gone', async () => {
  const { drags, folder } = setUp()
  rmSync(dirname(folder), { recursive: true })
  expect(await drags.start(['a'])).toMatchObject({ ok: false, error: { code: 'copy_failed' } })
  expect(existsSync(dirname(folder))).toBe(false)
})

it('starts no drag if the button was released before the files were ready, and deletes the copies', async () => {
  const { drags, folder, release } = setUp()
  const outcome = drags.start(['a'])
  drags.cancel()
  release()
  expect(await outcome).toEqual({ ok: true, data: { state: 'cancelled', leftOut: 0 } })
  expect(startDrag).not.toHaveBeenCalled()
  expect(readdirSync(folder)).toEqual([])
})

it('prepares only the last of two drags', async () => {
  const { drags, release } = setUp()
  const first = drags.start(['a'])
  const second = drags.start(['b'])
  release()
  expect(await first).toEqual({ ok: true, data: { state: 'cancelled', leftOut: 0 } })
  expect(await second).toEqual({ ok: true, data: { state: 'started', leftOut: 0 } })
  expect(startDrag).toHaveBeenCalledOnce()
})

it.each([
  ['too many files', { ids: Array.from({ length: 101 }, (_, index) => `a${index}`), bytes: 1000 }],
  ['files that are too large', { ids: ['a'], bytes: 2 ** 30 + 1 }],
])('refuses %s and copies nothing', async (_what, { ids, bytes }) => {
  const { drags, folder, release } = setUp({ bytes })
  release()
  expect(await drags.start(ids)).toEqual({ ok: false, error: { code: 'drag_too_large', money: 'none' } })
  expect(existsSync(folder)).toBe(false)
  expect(startDrag).not.toHaveBeenCalled()
})

it('reports why the files could not be copied, and deletes those that were', async () => {
  const { drags, folder, release } = setUp({ problem: { code: 'export_disk_full', money: 'none' } })
  release()
  expect(await drags.start(['a'])).toMatchObject({ ok: false, error: { code: 'export_disk_full' } })
  expect(startDrag).not.toHaveBeenCalled()
  expect(readdirSync(folder)).toEqual([])
})

it.each([
  ['a path', ['../../etc/passwd']],
  ['a URL', ['file:///etc/passwd']],
  ['no list', 'a1'],
  ['an empty list', []],
  ['numbers', [1]],
  ['nothing', undefined],
])('refuses %s instead of ids', async (_what, ids) => {
  const { drags, folder } = setUp()
  expect(await drags.start(ids)).toEqual({ ok: false, error: { code: 'invalid_input', money: 'none' } })
  expect(existsSync(folder)).toBe(false)
})

it.each([
  ['starts', 1, ({ drags }: ReturnType<typeof setUp>) => drags.deleteOld()],
  ['starts another drag', 2, ({ drags }: ReturnType<typeof setUp>) => drags.start(['a'])],
])('deletes copies that are older than an hour when Easel %s', async (_when, left, act) => {
  const setup = setUp()
  const { folder, release } = setup
  release()
  for (const [name, age] of [
    ['drag-old', 2 * HOUR_MS],
    ['drag-new', HOUR_MS / 2],
  ] as const) {
    mkdirSync(join(folder, name), { recursive: true })
    const at = (Date.now() - age) / 1000
    utimesSync(join(folder, name), at, at)
  }
  await act(setup)
  const names = readdirSync(folder)
  expect(names).toHaveLength(left)
  expect(names).toContain('drag-new')
})

it('has nothing to delete before the first drag', async () => {
  await expect(setUp().drags.deleteOld()).resolves.toBeUndefined()
})
