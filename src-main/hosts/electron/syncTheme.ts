import { nativeTheme } from 'electron'
import type { Studio } from '../../studio/Studio.ts'

/** Applies the theme of the settings to native menus, dialogs and the background of the window. */
export async function syncTheme(studio: Studio): Promise<void> {
  const apply = async (): Promise<void> => {
    nativeTheme.themeSource = (await studio.handlers['settings.get']()).theme
  }
  studio.onEvent((event) => {
    if (event.type === 'settings.changed') void apply()
  })
  await apply()
}
