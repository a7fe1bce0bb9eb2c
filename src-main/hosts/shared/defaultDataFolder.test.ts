import { describe, expect, it } from 'vitest'
import { defaultDataFolder } from './defaultDataFolder.ts'

describe('defaultDataFolder', () => {
  it.each([
    ['linux', {}, '/home/ada', '/home/ada/.local/share/easel'],
    ['linux', { XDG_DATA_HOME: '/big' }, '/home/ada', '/big/easel'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ada', '/home/ada/.local/share/easel'],
    ['linux', { XDG_DATA_HOME: '' }, '/home/ada', '/home/ada/.local/share/easel'],
    ['darwin', {}, '/Users/ada', '/Users/ada/Library/Application Support/Easel'],
    ['win32', { LOCALAPPDATA: 'D:\\Local' }, 'C:\\Users\\ada', 'D:\\Local\\Easel'],
    ['win32', {}, 'C:\\Users\\ada', 'C:\\Users\\ada\\AppData\\Local\\Easel'],
  ] as const)('on %s with %j is where that system keeps such things', (platform, env, home, folder) => {
    expect(defaultDataFolder(platform, env, home)).toBe(folder)
  })
})
