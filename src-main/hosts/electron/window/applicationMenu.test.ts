import type { MenuItemConstructorOptions } from 'electron'
import { expect, test } from 'vitest'
import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import { globalCommands } from '../../../../src-preload/shared/keymap/startupCommands.ts'
import { applicationMenu } from './applicationMenu.ts'

const build = (isMac: boolean) => {
  const sent: StudioEvent[] = []
  const shown: string[] = []
  const menu = applicationMenu({
    isMac,
    isPackaged: true,
    send: (event) => sent.push(event),
    showLibraryFolder: () => shown.push('library'),
  })
  const items = menu.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
  const find = (label: string) => items.find((item) => item.label === label)
  const click = (item: MenuItemConstructorOptions | undefined) =>
    Reflect.apply(item?.click ?? (() => {}), undefined, [])
  return { find, click, sent, shown }
}

test.each([true, false])('each item opens the screen or dialog that it names (Mac: %s)', (isMac) => {
  const { find, click, sent, shown } = build(isMac)
  for (const label of [
    'Command palette…',
    'Settings…',
    'New library…',
    'Move library…',
    'Easel guide',
    'Keyboard shortcuts',
    'About Easel',
  ])
    click(find(label))
  expect(sent).toEqual([
    { type: 'open', dialog: 'palette' },
    { type: 'go', place: 'settings' },
    { type: 'go', place: 'settings/library?start=create' },
    { type: 'go', place: 'settings/library?start=move' },
    { type: 'open', dialog: 'guide' },
    { type: 'open', dialog: 'shortcuts' },
    { type: 'go', place: 'settings/about' },
  ])
  click(find('Show library folder'))
  expect(shown).toEqual(['library'])
})

test('shows the shortcuts of the keymap without registering them', () => {
  const { find } = build(false)
  expect(globalCommands.palette.keys[0]).toBe('Mod+k')
  expect(find('Command palette…')).toMatchObject({ accelerator: 'CmdOrCtrl+K', registerAccelerator: false })
  expect(find('Easel guide')).toMatchObject({ accelerator: 'F1', registerAccelerator: false })
  expect(find('Settings…')).toMatchObject({ accelerator: 'CmdOrCtrl+,', registerAccelerator: false })
})
