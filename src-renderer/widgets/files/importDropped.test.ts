import { makeProblem } from '../../../src-preload/testing/makeProblem.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { StudioError } from '../../../src-preload/shared/StudioError.ts'
import { newImportStatus } from '../../../src-preload/shared/imports.ts'
import { bridge, setBridge } from '../../host/bridge.ts'
import { studioLink } from '../../host/call.ts'
import { toasts } from '../../lib/toasts.ts'
import { bridgeOf } from '../../screens/create/testing/fakeCreateStudio.ts'
import { makeAsset } from '../../screens/create/testing/makeAsset.ts'
import { importDropped } from './importDropped.ts'
import { closeImport, followImport, hideImport, importFiles, importRun } from './importRun.ts'

afterEach(() => {
  closeImport()
  studioLink.getState().setLost(false)
})

/** The content of a folder by name: files with their text, and folders. Null is a folder that can't be read. */
type Tree = { [name: string]: Tree | string | null }

/** A file or folder as a browser provides it; `readEntries` returns a few entries per call. */
function entryOf(name: string, content: Tree | string | null): FileSystemEntry {
  const common = { name, fullPath: `/${name}`, filesystem: null, getParent: () => {} }
  if (typeof content === 'string')
    return Object.assign(Object.create(null), common, {
      isFile: true,
      isDirectory: false,
      file: (resolve: (file: File) => void, reject: (error: DOMException) => void) =>
        content === 'gone'
          ? reject(new DOMException('gone', 'NotFoundError'))
          : resolve(new File([content], name)),
    })
  const left = Object.entries(content ?? {}).map(([inner, value]) => entryOf(inner, value))
  return Object.assign(Object.create(null), common, {
    isFile: false,
    isDirectory: true,
    createReader: () => ({
      readEntries: (resolve: (entries: FileSystemEntry[]) => void, reject: (error: DOMException) => void) =>
        content === null ? reject(new DOMException('no', 'NotReadableError')) : resolve(left.splice(0, 2)),
    }),
  })
}

/** Sets up a browser, which can't read paths. `added`: the names of the files that it added. */
function setUp() {
  const added: string[] = []
  setBridge(
    bridgeOf(
      {
        'imports.add': async ({ id }) => {
          if (id.endsWith('.txt')) throw new StudioError(makeProblem('input_unknown'))
          added.push(id)
          return { id, isNew: true, isTrashed: false, isRestored: false }
        },
      },
      async ({ name }) => ({ ok: true, data: makeAsset({ id: name, name }) }),
    ),
  )
  const drop = (tree: Tree) =>
    importDropped({ files: [], entries: Object.entries(tree).map(([name, value]) => entryOf(name, value)) })
  return { added, drop, status: () => importRun.getState().run?.status }
}

test('a dropped folder is imported in a browser with all folders in it, without hidden files and sidecars', async () => {
  const { added, drop, status } = setUp()
  await drop({
    Holiday: {
      'b.png': 'b',
      'b.png.json': '{}',
      'alone.json': '{}',
      '.hidden.png': 'x',
      'a.png': 'a',
      inner: { 'c.png': 'c', 'notes.txt': 'n', deep: { 'd.png': 'd' } },
    },
  })
  expect(added).toEqual(['a.png', 'alone.json', 'b.png', 'c.png', 'd.png'])
  expect(status()).toMatchObject({
    state: 'done',
    source: 'Holiday',
    files: 6,
    filesDone: 6,
    added: 5,
    failureCount: 1,
    failures: [{ name: 'inner/notes.txt', problem: { code: 'input_unknown' } }],
  })
})

test('files and folders that can’t be read are named, and the others are imported', async () => {
  const { added, drop, status } = setUp()
  await drop({ one: { 'a.png': 'a', 'gone.png': 'gone', locked: null }, 'beside.png': 'b' })
  expect(added).toEqual(['beside.png', 'a.png'])
  expect(status()).toMatchObject({ state: 'done', source: '', added: 2, failureCount: 2 })
  expect(status()?.failures.map(({ name }) => name)).toEqual(['one/locked', 'one/gone.png'])
})

test('a single folder that can’t be read fails', async () => {
  const { drop, status } = setUp()
  await drop({ locked: null })
  expect(status()).toMatchObject({ state: 'failed', problem: { code: 'file_missing' }, failureCount: 0 })
})

test('a cancelled import keeps what it added', async () => {
  const { added, drop, status } = setUp()
  const unsubscribe = importRun.subscribe(({ run }) => {
    if (run?.status.added === 1) run.cancel()
  })
  await drop({ many: { 'a.png': 'a', 'b.png': 'b', 'c.png': 'c' } })
  unsubscribe()
  expect(added).toEqual(['a.png'])
  expect(status()).toMatchObject({ state: 'cancelled', added: 1 })
})

test.each([
  ['a full disk', async () => ({ ok: false, error: makeProblem('disk_full') }) as const, 'disk_full'],
  ['a lost studio', () => Promise.reject(new Error('studio_lost')), 'studio_lost'],
] as const)('%s ends the import of chosen files as failed', async (_, refuse, code) => {
  const { added, status } = setUp()
  const store = bridge().addInputFile
  const addInputFile = vi.fn<typeof store>((file) => (file.name === '2.png' ? refuse() : store(file)))
  setBridge({ ...bridge(), addInputFile })
  await importFiles([1, 2, 3, 4, 5].map((number) => new File(['x'], `${number}.png`)))
  expect(addInputFile).toHaveBeenCalledTimes(2)
  expect(added).toEqual(['1.png'])
  expect(status()).toMatchObject({
    state: 'failed',
    problem: { code },
    added: 1,
    filesDone: 1,
    failureCount: 0,
  })
})

test('a file that can’t be read any more while it is sent is left out, and the others are imported', async () => {
  const { added, status } = setUp()
  const store = bridge().addInputFile
  const changing = new File(['x'], '2.png')
  setBridge({
    ...bridge(),
    addInputFile: async (file) => {
      if (file !== changing) return store(file)
      vi.spyOn(file, 'slice').mockImplementation(() => {
        throw new DOMException('changed', 'NotReadableError')
      })
      throw new TypeError('Failed to fetch')
    },
  })
  await importFiles([new File(['x'], '1.png'), changing, new File(['x'], '3.png')])
  expect(added).toEqual(['1.png', '3.png'])
  expect(status()).toMatchObject({ state: 'done', added: 2, filesDone: 3, failureCount: 1 })
  expect(status()?.failures).toMatchObject([{ name: '2.png', problem: { code: 'file_missing' } }])
  expect(studioLink.getState().isLost).toBe(false)
})

test('dropped files whose results are in the trash, or whose lost files are put back, are counted apart', async () => {
  const { drop, status } = setUp()
  setBridge(
    bridgeOf(
      {
        'imports.add': async ({ id }) => ({
          id,
          isNew: id === 'new.png',
          isTrashed: id === 'trashed.png',
          isRestored: id === 'lost.png',
        }),
      },
      bridge().addInputFile,
    ),
  )
  await drop({ Holiday: { 'new.png': 'n', 'trashed.png': 't', 'lost.png': 'l', 'known.png': 'k' } })
  expect(status()).toMatchObject({
    state: 'done',
    filesDone: 4,
    added: 1,
    trashed: 1,
    restored: 1,
    duplicates: 1,
  })
})

test('folders nested too deeply in a dropped folder are left out', async () => {
  const { added, drop, status } = setUp()
  let tree: Tree = { 'deepest.png': 'd' }
  for (let depth = 33; depth > 0; depth--) tree = { [`${depth}.png`]: 'x', [`f${depth}`]: tree }
  await drop({ Deep: tree })
  expect(added).toHaveLength(33)
  const name = Array.from({ length: 33 }, (_, index) => `f${index + 1}`).join('/')
  const problem = { code: 'import_too_deep', params: { max: 32 } }
  expect(status()).toMatchObject({ state: 'done', failureCount: 1, failures: [{ name, problem }] })
})

test('files beyond the limit of one import are left out and counted', async () => {
  const { drop, status } = setUp()
  const many = Object.fromEntries(Array.from({ length: 50_001 }, (_, index) => [`${index}.png`, 'x']))
  const unsubscribe = importRun.subscribe(({ run }) => {
    if (run?.status.state === 'running') run.cancel()
  })
  await drop({ Two: { one: many, two: { ...many, '50000.png.json': '{}' } } })
  unsubscribe()
  const problem = { code: 'import_too_many_files', params: { max: 100_000 } }
  expect(status()).toMatchObject({ files: 100_000, failureCount: 2, failures: [{ problem }] })
})

test.each(['easel.db', 'easel-backup.json'])('a library with %s is refused in a browser', async (name) => {
  const { added, drop, status } = setUp()
  await drop({ Easel: { library: { 'a.png': 'a' }, [name]: 'x' } })
  expect(added).toEqual([])
  expect(status()).toMatchObject({ state: 'failed', problem: { code: 'import_needs_desktop' } })
})

test('a library among other folders is left out in a browser', async () => {
  const { added, drop, status } = setUp()
  await drop({ Pictures: { 'a.png': 'a', Easel: { library: { 'b.png': 'b' }, 'easel.db': 'x' } } })
  expect(added).toEqual(['a.png'])
  expect(status()).toMatchObject({
    state: 'done',
    failures: [{ name: 'Easel', problem: { code: 'import_needs_desktop' } }],
  })
})

test('the desktop imports from the disk, and shows the import', async () => {
  setUp()
  const importFromDisk = vi.fn(async () => ({ ok: true, data: 'import' }) as const)
  setBridge({ ...bridge(), importDropped: importFromDisk })
  const files = [new File([], 'Holiday')]
  await importDropped({ files, entries: [entryOf('Holiday', { 'a.png': 'a' })] })
  expect(importFromDisk).toHaveBeenCalledExactlyOnceWith(files)
  expect(importRun.getState().isShown).toBe(true)
})

test('a drop while an import is running is refused with a message', async () => {
  const { drop } = setUp()
  const first = drop({ one: { 'a.png': 'a' } })
  await drop({ two: { 'b.png': 'b' } })
  await first
  expect(importRun.getState().run?.status.source).toBe('one')
  expect(toasts.getState().list.at(-1)?.text).toBe('Another import is running. Try again when it’s done.')
})

test('chosen files are refused with a message while an import is running', async () => {
  const { added, drop } = setUp()
  const running = drop({ Holiday: { 'a.png': 'a' } })
  await importFiles([new File(['b'], 'b.png')])
  expect(toasts.getState().list.map(({ text }) => text)).toEqual([
    expect.stringContaining('Another import is running'),
  ])
  await running
  expect(added).toEqual(['a.png'])
})

test('the toast of a hidden import names results in the trash and files that were put back, and leads to the trash', async () => {
  const status = { ...newImportStatus('Holiday'), state: 'done', added: 1, trashed: 2, restored: 1 } as const
  setBridge(bridgeOf({ 'imports.status': async () => status }))
  followImport('i')
  hideImport()
  await vi.waitFor(() => expect(toasts.getState().list).toHaveLength(1))
  const [toast] = toasts.getState().list
  expect(toast?.text).toBe(
    '1 file was added to the library, 1 missing or changed file was put back, 2 were already in the trash',
  )
  toast?.action?.run()
  expect(location.hash).toBe('#/gallery?view=trash')
})

test.each([
  [
    'failed',
    { code: 'disk_full', money: 'none' } as const,
    'error',
    /^The import failed\. Your disk is full/,
    true,
  ],
  ['cancelled', null, 'plain', /^Import cancelled$/, false],
] as const)(
  'the outcome of a hidden import is shown in a toast: %s',
  async (state, problem, tone, text, isKept) => {
    const status = { ...newImportStatus('Holiday'), state, problem }
    setBridge(bridgeOf({ 'imports.status': async () => status }))
    followImport('i')
    hideImport()
    await vi.waitFor(() => expect(toasts.getState().list).toHaveLength(1))
    const [toast] = toasts.getState().list
    expect(toast?.tone).toBe(tone)
    expect(toast?.text).toMatch(text)
    expect(importRun.getState().run !== undefined).toBe(isKept)
  },
)
