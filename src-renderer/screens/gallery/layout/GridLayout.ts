export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export type Direction = 'left' | 'right' | 'up' | 'down'

/** Where every tile of a grid is, in pixels from the grid's top left. Tiles are numbered from the newest. */
export interface GridLayout {
  readonly height: number
  readonly count: number
  /** Tiles that touch the band between two heights: first and one past the last. */
  range(top: number, bottom: number): { first: number; end: number }
  /** Sections whose band touches the given one, with the top of their heading. */
  sections(top: number, bottom: number): { section: number; top: number; bottom: number }[]
  box(tile: number): Box
  /** The tile one step away, or the same one at an edge. */
  neighbour(tile: number, direction: Direction): number
}
