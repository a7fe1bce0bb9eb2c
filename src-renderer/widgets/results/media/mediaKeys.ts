import type { Media } from './useMedia.ts'

const SKIP = 5

/** The keys all that plays has in common. */
export const mediaKeys = (media: Media): Record<string, () => void> => ({
  ' ': media.toggle,
  k: media.toggle,
  j: () => media.skip(-SKIP),
  l: () => media.skip(SKIP),
  m: () => media.setMuted(!media.muted),
})
