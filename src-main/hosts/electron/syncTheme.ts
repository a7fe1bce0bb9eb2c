import { nativeTheme } from 'electron'
import type { Studio } from '../../studio/Studio.ts'

/** The system's own parts (menus, dialogs, the ground of the window) follow the theme of the settings. */
export async function syncTheme(studio: Studio): Promise<void> {
  const apply = async (): Promise<void> => {
    nativeTheme.themeSource = (await studio.handlers['settings.get']()).theme
  }
  studio.onEvent((event) => {
    if (event.type === 'settings.changed') void apply()
  })
  await apply()
}
