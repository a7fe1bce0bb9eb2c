import type { Segment } from '../../../../src-preload/contract/types/text.ts'

/** A transcript as plain text: one line per segment, with the speaker when it changes. */
export const transcriptText = (segments: readonly Segment[]): string =>
  segments
    .map(({ speaker, text }, index) =>
      speaker !== null && speaker !== segments[index - 1]?.speaker ? `${speaker}: ${text}` : text,
    )
    .join('\n')
