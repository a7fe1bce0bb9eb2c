import { describe, expect, it } from 'vitest'
import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configFolder, defaultDataFolder, makeFolderPrivate } from './dataFolder.ts'
import { temporaryFolder } from '../../../studio/testing/temporaryFolder.ts'

describe('defaultDataFolder', () => {
  it.each([
    ['linux', {}, '/home/ada', '/home/ada/.local/share/easel'],
    ['linux', { XDG_DATA_HOME: '/big' }, '/home/ada', '/big/easel'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ada', '/home/ada/.local/share/easel'],
    ['linux', { XDG_DATA_HOME: '' }, '/home/ada', '/home/ada/.local/share/easel'],
    ['darwin', {}, '/Users/ada', '/Users/ada/Library/Application Support/Easel'],
    ['win32', { LOCALAPPDATA: 'D:\\Local' }, 'C:\\Users\\ada', 'D:\\Local\\Easel'],
    ['win32', {}, 'C:\\Users\\ada', 'C:\\Users\\ada\\AppData\\Local\\Easel'],
  ] as const)('on %s with %j is the standard folder of the system', (platform, env, home, folder) => {
    expect(defaultDataFolder(platform, env, home)).toBe(folder)
  })
})

describe('configFolder', () => {
  it.each([
    ['linux', {}, '/home/ada', '/home/ada/.config/easel'],
    ['linux', { XDG_CONFIG_HOME: '/settings' }, '/home/ada', '/settings/easel'],
    ['linux', { XDG_CONFIG_HOME: 'relative' }, '/home/ada', '/home/ada/.config/easel'],
    ['darwin', {}, '/Users/ada', '/Users/ada/Library/Application Support/studio.easel.app'],
    ['win32', { LOCALAPPDATA: 'D:\\Local' }, 'C:\\Users\\ada', 'D:\\Local\\studio.easel.app'],
    ['win32', {}, 'C:\\Users\\ada', 'C:\\Users\\ada\\AppData\\Local\\studio.easel.app'],
  ] as const)('on %s with %j is outside of the default data folder', (platform, env, home, folder) => {
    expect(configFolder(platform, env, home)).toBe(folder)
    expect(folder.startsWith(`${defaultDataFolder(platform, env, home)}/`)).toBe(false)
  })
})

const folderWith = (mode: number, ...files: string[]): string => {
  const folder = join(temporaryFolder(), 'data')
  mkdirSync(folder)
  for (const file of files) writeFileSync(join(folder, file), '')
  chmodSync(folder, mode)
  return folder
}
const modeOf = (folder: string): number => statSync(folder).mode & 0o777

describe.skipIf(process.platform === 'win32')('a data folder', () => {
  it.each([0o755, 0o777, 0o701, 0o750])('with a library and mode %o is made private', (mode) => {
    const folder = folderWith(mode, 'easel.db', 'more')
    expect(makeFolderPrivate(folder)).toBeNull()
    expect(modeOf(folder)).toBe(0o700)
  })

  it.each([[[]], [['operations.json']], [['logs', 'window']]])('with %j is made private', (files) => {
    const folder = folderWith(0o755, ...files)
    expect(makeFolderPrivate(folder)).toBeNull()
    expect(modeOf(folder)).toBe(0o700)
  })

  it('that is private or missing is not changed', () => {
    const folder = folderWith(0o500)
    expect(makeFolderPrivate(folder)).toBeNull()
    expect(modeOf(folder)).toBe(0o500)
    expect(makeFolderPrivate(join(folder, 'missing'))).toBeNull()
  })

  it('with other files and no library is not changed but reported', () => {
    const folder = folderWith(0o777, 'letter.txt')
    expect(makeFolderPrivate(folder)).toContain('it contains other files and no library')
    expect(modeOf(folder)).toBe(0o777)
  })

  it.skipIf(process.getuid?.() !== 0)('of another user is left as it is, with a warning', () => {
    const folder = folderWith(0o755, 'easel.db')
    chownSync(folder, 65_534, 65_534)
    expect(makeFolderPrivate(folder)).toContain('belongs to another user')
    expect(modeOf(folder)).toBe(0o755)
  })
})
