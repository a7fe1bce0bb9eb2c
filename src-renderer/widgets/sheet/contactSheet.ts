import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import type { Headings, Sheet } from './Sheet.ts'

interface Options {
  columns: number
  /** The text below an image; absent for none. */
  captionOf?: ((tile: Tile) => string) | undefined
}

/** As many columns as make the sheet square, or a little wider. */
export const defaultColumns = (count: number): number => Math.max(1, Math.ceil(Math.sqrt(count)))

/** Results in rows, without headings. */
export const contactSheet = (tiles: readonly Tile[], { columns, captionOf }: Options): Sheet => ({
  columns: unnamed(columns),
  rows: unnamed(Math.ceil(tiles.length / columns)),
  pages: unnamed(1),
  hasCaptions: captionOf !== undefined,
  cellAt: (column, row) => {
    const tile = tiles[row * columns + column]
    return (
      tile && {
        asset: tile,
        text: tile.excerpt ?? tile.title,
        ...(captionOf && { caption: captionOf(tile) }),
      }
    )
  },
})

function unnamed(count: number): Headings {
  const values = Array.from({ length: count }, () => '')
  return { name: '', values, shortValues: values }
}
