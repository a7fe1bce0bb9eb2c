import type { Tile } from '../../../../../src-preload/contract/types/asset.ts'

/** A label or a dot on the rail. */
export interface RailMark {
  /** Distance from the top in px. */
  y: number
  /** Empty for a dot. */
  text: string
  /** A minor label is shown only while the rail is used. */
  kind: 'major' | 'minor' | 'dot'
}

/**
 * What the rail shows of a list: all of its results, in its order. The rank of a result is its index among them. Each
 * result takes the same share of the height.
 */
export interface RailScale {
  /** Name of the rail. */
  readonly label: string
  /** Number of results. */
  readonly total: number
  /** The date or value of the result with a rank. */
  textAt: (rank: number) => string
  /** The rank of a result, given an estimate that may be outdated. */
  rankOf: (tile: Tile, estimate: number) => number
  /** The rank to which a key moves forward (1) or back (-1). */
  step: (rank: number, size: 'small' | 'large', direction: 1 | -1) => number
  marks: (height: number) => RailMark[]
}

type Total = Pick<RailScale, 'total'>

export const clampRank = ({ total }: Total, rank: number): number => Math.max(0, Math.min(total - 1, rank))

/** Rank at a distance in px from the top of a rail with this height. */
export const rankAt = (scale: Total, y: number, height: number): number =>
  height <= 0 ? 0 : clampRank(scale, Math.floor((y / height) * scale.total))

/** Distance of a rank in px from the top of a rail with this height. */
export const yOfRank = (scale: Total, rank: number, height: number): number =>
  scale.total === 0 ? 0 : (clampRank(scale, rank) / scale.total) * height

/** Space that a label and a dot need, in px. */
const LABEL_SPACE = 22
const DOT_SPACE = 8

/** A place where a label fits if there is room. */
export type MarkPlace = Pick<RailMark, 'y' | 'text'>

/** The marks that have room: major labels first, then minor ones, or a dot. */
export function placeMarks(
  major: readonly MarkPlace[],
  minor: readonly MarkPlace[],
  height: number,
): RailMark[] {
  const marks: RailMark[] = []
  const place = (mark: RailMark, space: number): boolean => {
    if (mark.y > height - space / 2 || marks.some(({ y }) => Math.abs(y - mark.y) < space)) return false
    marks.push(mark)
    return true
  }
  for (const one of major) place({ ...one, kind: 'major' }, LABEL_SPACE)
  for (const one of minor)
    if (!place({ ...one, kind: 'minor' }, LABEL_SPACE)) place({ ...one, text: '', kind: 'dot' }, DOT_SPACE)
  return marks
}
