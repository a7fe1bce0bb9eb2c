import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../studio/testing/temporaryFolder.ts'
import { type FolderContent, readFolderContent } from '../../../studio/storage/files/libraryFolder.ts'
import { fakeClock } from '../../../studio/testing/fakeClock.ts'
import { FolderChecks } from './FolderChecks.ts'
import { KnownLibraries } from './KnownLibraries.ts'

function knownLibraries() {
  const root = temporaryFolder()
  const config = join(root, 'config')
  const file = join(config, 'libraries.json')
  /** Makes the folder of a library. */
  const library = (name: string): string => {
    mkdirSync(join(root, name), { recursive: true })
    writeFileSync(join(root, name, 'easel.db'), '')
    return join(root, name)
  }
  return { root, config, file, library, known: new KnownLibraries(config, join(root, 'default')) }
}

describe('KnownLibraries', () => {
  it('without a file opens the default library, and lists it once it exists', () => {
    const { known, library, root } = knownLibraries()
    expect(known.first).toEqual({ folder: join(root, 'default'), isDefault: true })
    expect(known.all).toEqual([])
    library('default')
    expect(known.all).toEqual([join(root, 'default')])
  })

  it('opens the library that was set last, keeps the one that was open next to it, and survives a restart', async () => {
    const { known, library, config, root } = knownLibraries()
    const [a, b] = [library('a'), library('b')]
    await known.setFirst(a, library('default'))
    await known.setFirst(b, a)
    const reopened = new KnownLibraries(config, join(root, 'default'))
    expect(reopened.first).toEqual({ folder: b, isDefault: false })
    expect(reopened.all).toEqual([b, a, join(root, 'default')])
    await reopened.setFirst(a, b)
    expect(readdirSync(config)).toEqual(['libraries.json'])
    expect(known.all).toEqual([a, b, join(root, 'default')])
  })

  it('lists a folder once, however it is named', async () => {
    const { known, library, root } = knownLibraries()
    const a = library('a')
    symlinkSync(a, join(root, 'link'))
    await known.setFirst(a)
    await known.setFirst(join(root, 'link'), `${a}/`)
    expect(known.all).toEqual([a])
  })

  it.each([
    ['no JSON', '{"libraries": ['],
    ['another value', '[1]'],
    ['no list', '{"libraries": "/a"}'],
    ['entries that are no absolute paths', '{"libraries": [1, "a", null, "", "/a\\u0000b", {"x": 1}]}'],
    ['more than a megabyte', JSON.stringify({ libraries: ['/a'], filler: 'x'.repeat(2 << 20) })],
  ])('with %s opens the default library', (_name, text) => {
    const { known, config, file, root } = knownLibraries()
    mkdirSync(config)
    writeFileSync(file, text)
    expect(known.first.folder).toBe(join(root, 'default'))
    expect(known.all).toEqual([])
  })

  it('renames a damaged file before it writes a new one', async () => {
    const { known, config, file, library } = knownLibraries()
    mkdirSync(config)
    writeFileSync(file, '{"libraries": [')
    await known.setFirst(library('a'))
    expect(readFileSync(join(config, 'libraries-damaged.json'), 'utf8')).toBe('{"libraries": [')
    expect(readdirSync(config).toSorted()).toEqual(['libraries-damaged.json', 'libraries.json'])
  })

  it('reads at most 100 libraries', () => {
    const { known, config, file } = knownLibraries()
    mkdirSync(config)
    writeFileSync(file, JSON.stringify({ libraries: Array.from({ length: 5000 }, (_, n) => `/x/${n}`) }))
    expect(known.all).toHaveLength(100)
  })

  it('offers the previously opened library and the default one instead of one that can’t be opened', async () => {
    const { known, library, root } = knownLibraries()
    const [a, b] = [library('a'), library('b')]
    await known.setFirst(a)
    await known.setFirst(b, a)
    const standard = join(root, 'default')
    expect(await known.findAlternatives(b)).toEqual([a, standard])
    expect(await known.findAlternatives(standard)).toEqual([b])
    rmSync(a, { recursive: true })
    expect(await known.findAlternatives(b)).toEqual([standard])
    rmSync(b, { recursive: true })
    expect(await known.findAlternatives(standard)).toEqual([])
  })

  it('offers no library whose folder doesn’t respond', async () => {
    const { known, library, root } = knownLibraries()
    const [open, hanging, other] = [library('open'), library('hanging'), library('other')]
    await known.setFirst(other)
    await known.setFirst(open, hanging)
    const clock = fakeClock()
    const read = (folder: string) =>
      folder === hanging ? new Promise<FolderContent>(() => {}) : readFolderContent(folder)
    const checks = new FolderChecks({ read, clock })
    const found = known.findAlternatives(open, (folder) => checks.check(folder))
    await expect.poll(() => clock.pending()).toBe(1)
    await clock.advance(2000)
    expect(await found).toEqual([other, join(root, 'default')])
    expect(checks.isWaiting).toBe(true)
  })

  it('updates the folder of a moved library, and drops a removed one', async () => {
    const { known, library, root } = knownLibraries()
    const [a, b] = [library('a'), library('b')]
    await known.setFirst(a)
    await known.add(b, a)
    await known.replace(a, join(root, 'moved'))
    expect(known.all).toEqual([join(root, 'moved'), b])
    await known.remove(b)
    expect(known.all).toEqual([join(root, 'moved')])
  })

  it('drops the default library too, if it is removed before any list was written', async () => {
    const { known, library } = knownLibraries()
    const standard = library('default')
    expect(known.all).toEqual([standard])
    await known.remove(standard)
    expect(known.all).toEqual([])
  })

  it('adds a library to a full list in place of the last one', async () => {
    const { known, config, file, library } = knownLibraries()
    mkdirSync(config)
    writeFileSync(file, JSON.stringify({ libraries: Array.from({ length: 100 }, (_, n) => `/x/${n}`) }))
    const added = library('new')
    await known.add(added, '/x/0')
    expect(known.all).toHaveLength(100)
    expect(known.all.slice(-2)).toEqual(['/x/98', added])
  })

  it('drops the default library too, if it is removed while another one is listed', async () => {
    const { known, library } = knownLibraries()
    const [standard, a] = [library('default'), library('a')]
    await known.setFirst(a, standard)
    await known.remove(standard)
    expect(known.all).toEqual([a])
  })

  it('rejects with a problem if the list can’t be written', async () => {
    const { config, root, library } = knownLibraries()
    writeFileSync(config, 'a file')
    const known = new KnownLibraries(config, join(root, 'default'))
    await expect(known.setFirst(library('a'))).rejects.toMatchObject({ problem: { code: 'disk_failed' } })
  })
})
