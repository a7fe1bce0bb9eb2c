import type { Segment } from '../../../../src-preload/contract/types/text.ts'

/** A transcript as plain text: one line per segment, each speaker named where they begin. */
export const wholeText = (segments: readonly Segment[]): string =>
  segments
    .map(({ speaker, text }, at) =>
      speaker !== null && speaker !== segments[at - 1]?.speaker ? `${speaker}: ${text}` : text,
    )
    .join('\n')
