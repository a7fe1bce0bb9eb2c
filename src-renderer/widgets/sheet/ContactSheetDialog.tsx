import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import { MAX_REQUESTED_TILES } from '../../../src-preload/constraints/limits.ts'
import { call } from '../../host/call.ts'
import '../../i18n/lazyTexts.ts'
import { t } from '../../i18n/t.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { truncate } from '../../../src-preload/shared/truncate.ts'
import { LoadFailure } from '../LoadFailure.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import type { Headings, Sheet } from './Sheet.ts'
import { SheetDialog } from './SheetDialog.tsx'

const MAX_COLUMNS = 20

interface Props {
  /** Ids of the results, in this order. */
  ids: readonly string[]
  onClose: () => void
}

/** Saves selected results as one image, in rows. */
export function ContactSheetDialog({ ids, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['sheet', ids],
    queryFn: () => loadTiles(ids),
    gcTime: 0,
  })
  const title = t('resultMenu.contact_sheet_title', { count: ids.length })
  if (data) return <LoadedSheet tiles={data} title={title} onClose={onClose} />
  return (
    <Dialog title={title} onClose={onClose}>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner label={t('common.loading')} />
      )}
    </Dialog>
  )
}

function LoadedSheet({ tiles, title, onClose }: { tiles: Tile[]; title: string; onClose: () => void }) {
  const [columns, setColumns] = useState(() => defaultColumns(tiles.length))
  const [hasCaptions, setCaptions] = useState(true)
  const sheet = useMemo(
    () => contactSheet(tiles, { columns, captionOf: hasCaptions ? captionOf : undefined }),
    [tiles, columns, hasCaptions],
  )
  const maxColumns = Math.min(MAX_COLUMNS, tiles.length)
  return (
    <SheetDialog
      title={title}
      name={t('resultMenu.contact_sheet_name')}
      initialCaption=""
      sheet={sheet}
      kinds={new Set(tiles.map(({ kind }) => kind))}
      page={0}
      fullItemSize={ITEM_SIZE}
      onClose={onClose}
    >
      <Select
        label={t('resultMenu.contact_sheet_columns')}
        value={columns}
        options={Array.from({ length: maxColumns }, (_, index) => ({
          value: index + 1,
          label: String(index + 1),
        }))}
        onValueChange={setColumns}
      />
      <Switch
        label={t('resultMenu.contact_sheet_captions')}
        help={t('resultMenu.contact_sheet_captions_help')}
        checked={hasCaptions}
        onCheckedChange={setCaptions}
      />
    </SheetDialog>
  )
}

/** Square, because the images have different shapes, and as large as most of them at full size. */
const ITEM_SIZE = { width: 2048, height: 2048 }

const MAX_CAPTION_LENGTH = 200
const captionOf = ({ title, name }: Tile): string =>
  truncate(title.trim() || name || t('gallery.untitled'), MAX_CAPTION_LENGTH)

/** Enough columns to make the sheet square or slightly wider, up to the maximum. */
const defaultColumns = (count: number): number =>
  Math.min(MAX_COLUMNS, Math.max(1, Math.ceil(Math.sqrt(count))))

interface SheetOptions {
  columns: number
  /** The text below an image; absent for none. */
  captionOf?: ((tile: Tile) => string) | undefined
}

/** Results in rows, without headings. */
const contactSheet = (tiles: readonly Tile[], { columns, captionOf }: SheetOptions): Sheet => ({
  columns: unnamed(columns),
  rows: unnamed(Math.ceil(tiles.length / columns)),
  pages: unnamed(1),
  hasCaptions: captionOf !== undefined,
  itemsPerCell: 1,
  itemsAt: (column, row) => {
    const tile = tiles[row * columns + column]
    if (!tile) return []
    const caption = captionOf && { caption: captionOf(tile) }
    return [{ asset: tile, text: tile.excerpt ?? tile.title, ...caption }]
  },
})

function unnamed(count: number): Headings {
  const values = Array.from({ length: count }, () => '')
  return { name: '', values, shortValues: values }
}

/** The results that still exist, in the order of their ids. */
async function loadTiles(ids: readonly string[]): Promise<Tile[]> {
  const found = new Map<string, Tile>()
  for (let from = 0; from < ids.length; from += MAX_REQUESTED_TILES) {
    const { tiles } = await call('library.tiles', { ids: ids.slice(from, from + MAX_REQUESTED_TILES) })
    for (const tile of tiles) found.set(tile.id, tile)
  }
  return ids.flatMap((id) => found.get(id) ?? [])
}
