import type { Media } from './useMedia.ts'

const SKIP_SECONDS = 5

/** Keyboard shortcuts of all media players. */
export const mediaKeys = (media: Media): Record<string, () => void> => ({
  ' ': media.toggle,
  k: media.toggle,
  j: () => media.skip(-SKIP_SECONDS),
  l: () => media.skip(SKIP_SECONDS),
  m: () => media.setMuted(!media.muted),
})
