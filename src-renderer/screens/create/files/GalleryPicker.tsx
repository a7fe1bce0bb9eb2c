import { formatName } from '../../../../src-preload/shared/formatName.ts'
import { useDeferredValue, useState } from 'react'
import { Search } from 'lucide-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Segmented } from '../../../ui/fields/Segmented.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { rejectionOfAsset } from './useFileImport.ts'
import { Chip } from '../../../ui/buttons/Chip.tsx'
import { AudioRows, audioRejection } from './AudioRows.tsx'
import type { Condition } from '../../../../src-preload/contract/types/filter.ts'
import { durationRangeMs } from '../../../../src-preload/shared/values/durationIssue.ts'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import { MAX_SEARCH_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import { call, listId } from '../../../host/call.ts'
import { classes } from '../../../ui/classes.ts'
import { filterBy, NEWEST_FIRST } from '../../../widgets/library/libraryFilter.ts'
import { Thumb } from '../../../widgets/thumbs/Thumb.tsx'
import { fileFacts, limitsText } from './fileText.ts'
import fieldStyles from '../../../ui/layout/field.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import rowStyles from '../../../ui/layout/row.module.css'
import badgeStyles from '../../../ui/layout/badge.module.css'
import styles from './GalleryPicker.module.css'

interface Props {
  field: FieldOf<'file'>
  /** How many more files the field accepts. */
  remaining: number
  onPick: (ids: string[]) => void
  onClose: () => void
}

/**
 * Picks earlier results and input files, newest first; those that the field rejects are disabled. Audio files are
 * listed with play buttons. If the field has room for only one more file, a click picks it; otherwise the user selects
 * several first.
 */
export function GalleryPicker({ field, remaining, onPick, onClose }: Props) {
  const [source, setSource] = useState<PickerSource>('results')
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<string[]>([])
  const search = useDeferredValue(text.trim())
  const [onlyFitting, setOnlyFitting] = useState(false)
  const isAudio = field.media.every((kind) => kind === 'audio')
  const query = usePickerPages({ source, field, search, onlyFitting })
  const listed = query.data?.pages.flatMap((page) => page.tiles) ?? []
  const tiles = onlyFitting ? listed.filter((tile) => audioRejection(field, tile) === undefined) : listed
  const emptyKey = source === 'results' ? 'files.picker_nothing' : 'files.picker_no_inputs'
  const isSingle = remaining === 1
  const toggle = (id: string) => {
    if (!isSingle) {
      setPicked((selected) =>
        selected.includes(id)
          ? selected.filter((other) => other !== id)
          : [...selected, id].slice(0, remaining),
      )
      return
    }
    onPick([id])
    onClose()
  }
  return (
    <Dialog
      title={t('files.picker_title')}
      onClose={onClose}
      size="large"
      actions={
        !isSingle && (
          <Button
            variant="primary"
            disabled={picked.length === 0}
            onClick={() => {
              onPick(picked)
              onClose()
            }}
          >
            {picked.length === 0
              ? t('files.picker_add_none')
              : t('files.picker_add', { count: picked.length })}
          </Button>
        )
      }
    >
      <div className={styles.picker}>
        <div className={styles.top}>
          <TextField
            label={t(source === 'results' ? 'files.picker_search' : 'files.picker_search_inputs')}
            type="search"
            before={<Search aria-hidden />}
            value={text}
            onValueChange={setText}
            maxLength={MAX_SEARCH_LENGTH}
          />
          <Segmented<PickerSource>
            label={t('files.picker_from')}
            value={source}
            options={[
              { value: 'results', label: t('files.picker_results') },
              { value: 'inputs', label: t('files.picker_inputs') },
            ]}
            onValueChange={setSource}
          />
        </div>
        {isAudio && (
          <div className={toolbarStyles.chips}>
            <Chip pressed={onlyFitting} onClick={() => setOnlyFitting(!onlyFitting)}>
              {t('files.picker_fitting', { limits: limitsText(field) })}
            </Chip>
          </div>
        )}
        {query.isPending ? (
          <EmptyState small title="" icon={<Spinner />} />
        ) : query.error && !query.data ? (
          <EmptyState small title={problemMessage(problemOf(query.error)).summary} />
        ) : tiles.length === 0 ? (
          <EmptyState
            small
            title={
              onlyFitting
                ? t('files.picker_none_fits')
                : search === ''
                  ? t(emptyKey)
                  : t('files.picker_no_match', { search })
            }
          />
        ) : isAudio ? (
          <AudioRows field={field} tiles={tiles} picked={isSingle ? undefined : picked} onPick={toggle} />
        ) : (
          <ul className={styles.grid}>
            {tiles.map((tile) => (
              <li key={tile.id}>
                <PickTile
                  tile={tile}
                  rejection={rejectionOfAsset(field, tile, tile.title)}
                  {...(isSingle
                    ? {}
                    : { picked: picked.includes(tile.id), order: picked.indexOf(tile.id) + 1 })}
                  onClick={() => toggle(tile.id)}
                />
              </li>
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <div className={styles.more}>
            {query.isFetchNextPageError && !query.isFetchingNextPage && (
              <p role="alert" className={fieldStyles.error}>
                {problemMessage(problemOf(query.error)).summary}
              </p>
            )}
            <Button
              variant="quiet"
              disabled={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('files.picker_more')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

const PAGE_SIZE = 60

type PickerSource = 'results' | 'inputs'

interface PickerQuery {
  source: PickerSource
  field: FieldOf<'file'>
  search: string
  /** Whether results whose duration the field rejects are left out. Input files can't be filtered by duration. */
  onlyFitting: boolean
}

/** Pages of results or input files to choose from, newest first. */
function usePickerPages({ source, field, search, onlyFitting }: PickerQuery) {
  const { media: kinds, minSeconds, maxSeconds } = field
  const hasRange = onlyFitting && (minSeconds !== undefined || maxSeconds !== undefined)
  const duration: Condition[] = hasRange ? [{ field: 'duration', is: true, ...durationRangeMs(field) }] : []
  return useInfiniteQuery({
    queryKey: [
      source === 'results' ? 'library.page' : 'inputs.page',
      'picker',
      kinds.join(' '),
      search,
      duration,
    ],
    queryFn: ({ pageParam: before }): Promise<{ tiles: Tile[]; next: string | null }> =>
      source === 'results'
        ? call('library.page', {
            before,
            limit: PAGE_SIZE,
            filter: { ...filterBy({ field: 'kind', is: true, values: kinds }, ...duration), search },
            sort: NEWEST_FIRST,
            listId: listId('picker'),
          })
        : call('inputs.page', {
            before,
            limit: PAGE_SIZE,
            kinds,
            ...(search !== '' && { search, listId: listId('picker') }),
          }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before, query) =>
      query?.queryKey[0] === (source === 'results' ? 'library.page' : 'inputs.page')
        ? keepPreviousData(before)
        : undefined,
    // No event reports newly imported inputs.
    staleTime: 0,
  })
}

interface PickTileProps {
  tile: Tile
  /** Why the field doesn't accept it. */
  rejection: string | undefined
  picked?: boolean
  order?: number
  onClick: () => void
}

/** A tile of the gallery picker. */
function PickTile({ tile, rejection, picked, order, onClick }: PickTileProps) {
  const title = tile.title || t('files.untitled')
  return (
    <button
      type="button"
      className={classes(styles.tile, picked && styles.picked)}
      aria-pressed={picked}
      disabled={rejection !== undefined}
      title={rejection ?? title}
      onClick={onClick}
    >
      <span className={styles.thumb}>
        <Thumb asset={tile} alt="" />
        {picked && <span className={classes(badgeStyles.badge, styles.order)}>{order}</span>}
      </span>
      <span dir="auto" className={classes(rowStyles.title, styles.title)}>
        {title}
      </span>
      <span dir="auto" className={rowStyles.sub}>
        {rejection ? formatName(tile.format) : fileFacts(tile)}
      </span>
    </button>
  )
}
