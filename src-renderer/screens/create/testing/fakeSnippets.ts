import type { Handlers } from '../../../../src-preload/contract/routes.ts'
import type { Snippet } from '../../../../src-preload/contract/types/snippet.ts'
import type { Settings } from '../../../../src-preload/contract/types/studio.ts'
import { makeSettings } from '../../../testing/makeSettings.ts'

/** The settings of a fake studio, with these snippets; `stored` returns the current ones. */
export function fakeSnippets(snippets: Snippet[]) {
  let settings: Settings = makeSettings({ snippets })
  const handlers: Partial<Handlers> = {
    'settings.get': async () => settings,
    'settings.set': async (change) => {
      settings = { ...settings, snippets: change.snippets ?? settings.snippets }
      return settings
    },
  }
  return { handlers, stored: () => settings.snippets }
}
