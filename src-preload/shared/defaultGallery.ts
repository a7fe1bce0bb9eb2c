import type { Settings } from '../contract/types/studio.ts'

/** How the gallery is shown in a new library. */
export const DEFAULT_GALLERY: Settings['gallery'] = {
  filter: '',
  rowHeight: 180,
  shape: 'justified',
  isStacking: false,
}
