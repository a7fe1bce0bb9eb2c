export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export type Direction = 'left' | 'right' | 'up' | 'down'

/** Position of each tile in px from the grid's top left. Tiles are numbered from the newest. */
export interface GridLayout {
  readonly height: number
  readonly count: number
  /** Tiles that overlap a vertical range: the first, and one past the last. */
  range(top: number, bottom: number): { first: number; end: number }
  /** Sections that overlap a vertical range, with the top of their heading. */
  sections(top: number, bottom: number): { section: number; top: number; bottom: number }[]
  box(tile: number): Box
  /** The adjacent tile, or the same one at an edge. */
  neighbour(tile: number, direction: Direction): number
}
