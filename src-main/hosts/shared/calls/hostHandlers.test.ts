import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { addHostHandlers, createUpdatingHandlers } from './hostHandlers.ts'
import { routes } from '../../../../src-preload/contract/routes.ts'
import type { LibraryUpdate } from '../../../../src-preload/contract/types/libraryUpdate.ts'
import { memoryLog } from '../../../studio/testing/memoryLog.ts'
import { dispatchCall } from './dispatchCall.ts'

const capabilities = {
  openFolder: true,
  chooseFolder: true,
  notifications: false,
  tray: false,
  keepAwake: false,
}
const backUp = vi.fn(async () => {})
const maintenance = { backUp, restore: vi.fn(), move: vi.fn(), status: null }
const studio = {
  maintenance,
  handlers: {
    'studio.info': async () => ({ version: '1.2.3', dataFolder: '/d', notices: [] }),
  },
  getAssetPath: (id: string) => (id === 'a1' ? '/d/library/a1.png' : null),
  exports: {
    start: vi.fn(() => 'e1'),
    archiveName: () => 'easel.zip',
    findPath: (id: string) => (id === 'e1' ? '/home/me/easel.zip' : null),
  },
  imports: {
    startPaths: vi.fn((paths: readonly string[]) => `import of ${paths.join()}`),
    startLibrary: vi.fn((folder: string) => `import of the library ${folder}`),
  },
}

const noDialogs = {
  revealFile: null,
  chooseExportPath: null,
  chooseImportFolder: null,
  chooseBackupFolder: null,
  libraries: null,
}

describe('addHostHandlers', () => {
  it('adds the host to the info about the studio', async () => {
    const handlers = addHostHandlers(studio, {
      name: 'browser',
      capabilities,
      ...noDialogs,
    })
    expect(await handlers['studio.info']()).toEqual({
      version: '1.2.3',
      dataFolder: '/d',
      notices: [],
      host: 'browser',
      capabilities,
    })
  })

  it('shows the file of an existing asset only', async () => {
    const revealFile = vi.fn()
    const handlers = addHostHandlers(studio, {
      name: 'electron',
      capabilities,
      ...noDialogs,
      revealFile,
    })
    await handlers['library.reveal']({ id: 'a1' })
    expect(revealFile).toHaveBeenCalledExactlyOnceWith('/d/library/a1.png')
    await expect(handlers['library.reveal']({ id: '/etc/passwd' })).rejects.toMatchObject({
      problem: { code: 'asset_not_found' },
    })
    expect(revealFile).toHaveBeenCalledOnce()
  })

  it('shows the folder of the library', async () => {
    const revealFile = vi.fn()
    const options = {
      name: 'electron',
      capabilities,
      ...noDialogs,
    } as const
    await addHostHandlers(studio, { ...options, revealFile })['library.open_folder']()
    expect(revealFile).toHaveBeenCalledExactlyOnceWith(join('/d', 'library'))
    const { 'library.open_folder': open } = addHostHandlers(studio, { ...options, revealFile: null })
    await expect(open()).rejects.toMatchObject({ problem: { code: 'not_supported' } })
  })

  it('throws for a host without a file manager', async () => {
    const handlers = addHostHandlers(studio, {
      name: 'browser',
      capabilities,
      ...noDialogs,
    })
    await expect(handlers['library.reveal']({ id: 'a1' })).rejects.toMatchObject({
      problem: { code: 'not_supported' },
    })
  })

  const input = (as: 'folder' | 'zip') => ({
    ids: ['a1'],
    options: { names: '{prompt}', as, format: 'original' as const, quality: 90, csv: false, json: false },
  })

  it('starts an export at the path that the user chose, and shows it', async () => {
    const revealFile = vi.fn()
    const chooseExportPath = vi.fn(async (): Promise<string | null> => '/home/me/easel.zip')
    const handlers = addHostHandlers(studio, {
      name: 'electron',
      capabilities,
      ...noDialogs,
      revealFile,
      chooseExportPath,
    })
    expect(await handlers['exports.start'](input('zip'))).toEqual({ state: 'started', id: 'e1' })
    expect(chooseExportPath).toHaveBeenCalledExactlyOnceWith('zip', 'easel.zip')
    expect(studio.exports.start).toHaveBeenLastCalledWith(input('zip'), {
      kind: 'zip',
      path: '/home/me/easel.zip',
    })
    await handlers['exports.reveal']({ id: 'e1' })
    expect(revealFile).toHaveBeenCalledExactlyOnceWith('/home/me/easel.zip')
    studio.exports.start.mockClear()
    chooseExportPath.mockResolvedValue(null)
    expect(await handlers['exports.start'](input('folder'))).toEqual({ state: 'cancelled' })
    expect(studio.exports.start).not.toHaveBeenCalled()
  })

  it('backs up to the folder that the user chose, and not if the dialog is cancelled', async () => {
    const chooseBackupFolder = vi.fn(async (): Promise<string | null> => null)
    const host = { name: 'electron', capabilities, ...noDialogs } as const
    const handlers = addHostHandlers(studio, { ...host, chooseBackupFolder })
    expect(await handlers['maintenance.back_up']()).toEqual({ state: 'cancelled' })
    expect(backUp).not.toHaveBeenCalled()
    chooseBackupFolder.mockResolvedValue('/media/disk')
    expect(await handlers['maintenance.back_up']()).toEqual({ state: 'started' })
    expect(backUp).toHaveBeenCalledExactlyOnceWith('/media/disk')
    const inBrowser = addHostHandlers(studio, { ...host, chooseBackupFolder: null })
    await expect(inBrowser['maintenance.back_up']()).rejects.toMatchObject({
      problem: { code: 'not_supported' },
    })
  })

  it('rejects every route about known libraries in a host that can’t restart', async () => {
    const handlers = addHostHandlers(studio, { name: 'browser', capabilities, ...noDialogs })
    for (const call of [
      handlers['libraries.list'],
      handlers['libraries.create'],
      handlers['libraries.open_existing'],
      handlers['libraries.restore'],
      handlers['libraries.open_restored'],
      handlers['libraries.move'],
      handlers['libraries.finish_move'],
    ])
      await expect(call()).rejects.toMatchObject({ problem: { code: 'not_supported' } })
  })

  it('offers an archive as a download in a host that can’t choose paths, and rejects folders and imports', async () => {
    const handlers = addHostHandlers(studio, {
      name: 'browser',
      capabilities,
      ...noDialogs,
    })
    expect(await handlers['exports.start'](input('zip'))).toEqual({
      state: 'download',
      id: 'e1',
      fileName: 'easel.zip',
    })
    expect(studio.exports.start).toHaveBeenLastCalledWith(input('zip'), { kind: 'download' })
    await expect(handlers['exports.start'](input('folder'))).rejects.toMatchObject({
      problem: { code: 'not_supported' },
    })
    for (const route of ['imports.folder', 'imports.library'] as const)
      await expect(handlers[route]()).rejects.toMatchObject({ problem: { code: 'not_supported' } })
  })

  it('imports the folder or the library that the user chooses, and none if the dialog is cancelled', async () => {
    const chooseImportFolder = vi.fn(async (_content: string): Promise<string | null> => '/home/me/Pictures')
    const handlers = addHostHandlers(studio, {
      name: 'electron',
      capabilities,
      ...noDialogs,
      chooseImportFolder,
    })
    expect(await handlers['imports.folder']()).toEqual({
      state: 'started',
      id: 'import of /home/me/Pictures',
    })
    expect(chooseImportFolder).toHaveBeenLastCalledWith('folder')
    expect(await handlers['imports.library']()).toEqual({
      state: 'started',
      id: 'import of the library /home/me/Pictures',
    })
    expect(chooseImportFolder).toHaveBeenLastCalledWith('library')
    studio.imports.startPaths.mockClear()
    studio.imports.startLibrary.mockClear()
    chooseImportFolder.mockResolvedValue(null)
    expect(await handlers['imports.folder']()).toEqual({ state: 'cancelled' })
    expect(await handlers['imports.library']()).toEqual({ state: 'cancelled' })
    expect(studio.imports.startPaths).not.toHaveBeenCalled()
    expect(studio.imports.startLibrary).not.toHaveBeenCalled()
  })
})

it('rejects every route with the progress of the update', async () => {
  let update: LibraryUpdate = { stage: 'backup', step: 0, steps: 2, percent: 40 }
  const handlers = createUpdatingHandlers(() => update)
  expect(Object.keys(handlers).sort()).toEqual(Object.keys(routes).sort())
  const log = memoryLog()
  const call = async () => {
    const response = await dispatchCall(handlers, 'studio.info', undefined, log)
    return response.ok ? null : response.error
  }
  const expected = () => ({ code: 'library_updating', money: 'none', update })
  expect(await call()).toEqual(expected())
  update = { stage: 'step', step: 1, steps: 2, percent: 100 }
  expect(await call()).toEqual(expected())
  expect(log.lines).toEqual([])
})
