import type { Handlers } from '../../../../src-preload/contract/routes.ts'
import type { Snippet } from '../../../../src-preload/contract/types/snippet.ts'
import type { Settings } from '../../../../src-preload/contract/types/studio.ts'

/** The settings of a fake studio, with these snippets; `stored` returns the current ones. */
export function fakeSnippets(snippets: Snippet[]) {
  let settings: Settings = {
    theme: 'system',
    saveAlternatives: true,
    announceBatches: true,
    announceJobs: true,
    announceWithSound: false,
    keepAwake: false,
    stayInTray: true,
    embedParameters: true,
    favoriteModels: [],
    snippets,
    deleteFromTrashAfterDays: null,
    export: { names: '', as: 'folder', format: 'original', quality: 90, csv: false, json: false },
    draft: null,
  }
  const handlers: Partial<Handlers> = {
    'settings.get': async () => settings,
    'settings.set': async (change) => {
      settings = { ...settings, snippets: change.snippets ?? settings.snippets }
      return settings
    },
  }
  return { handlers, stored: () => settings.snippets }
}
