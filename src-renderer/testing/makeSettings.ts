import { DEFAULT_GALLERY } from '../../src-preload/shared/defaultGallery.ts'
import type { Settings } from '../../src-preload/contract/types/studio.ts'

/** Settings for tests. */
export const makeSettings = (changes: Partial<Settings> = {}): Settings => ({
  theme: 'system',
  saveAlternatives: true,
  announceBatches: true,
  announceJobs: true,
  announceWithSound: false,
  keepAwake: false,
  stayInTray: true,
  embedParameters: true,
  favoriteModels: [],
  deleteFromTrashAfterDays: null,
  export: { names: '{prompt}', as: 'folder', format: 'original', quality: 90, csv: false, json: false },
  draft: null,
  gallery: DEFAULT_GALLERY,
  recentEntries: [],
  ...changes,
})
