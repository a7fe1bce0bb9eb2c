import { ArrowLeft, Search, Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Meaning } from '../../../../src-preload/contract/routes/meaning.ts'
import type { LibraryFilter } from '../../../../src-preload/contract/types/filter.ts'
import { MAX_MEANING_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import { listId } from '../../../host/call.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { EmbeddingOffer } from './EmbeddingOffer.tsx'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import { isWindowBlur } from '../../../ui/isWindowBlur.ts'
import { RovingGroup } from '../../../ui/RovingGroup.tsx'
import { resultHandlers, type ResultTarget } from '../../../widgets/results/menu/resultMenu.ts'
import { Thumb } from '../../../widgets/thumbs/Thumb.tsx'
import { clickCommand, tileKeyCommand, type TileCommand } from '../core/interaction.ts'
import { runTileCommand, type TileActions } from '../grid/useTileInteraction.ts'
import { findCommand } from '../../../lib/keys.ts'
import { galleryCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import { LoadFailure } from '../../../widgets/LoadFailure.tsx'
import { galleryView } from '../galleryView.ts'
import screenStyles from '../../../ui/layout/screen.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import badgeStyles from '../../../ui/layout/badge.module.css'
import styles from './MeaningView.module.css'
import tileStyles from '../grid/GalleryTile.module.css'

const MAX_RESULTS = 200

interface Props extends Omit<RankedResultsProps, 'ranking'> {
  filter: LibraryFilter
  /** Its text is empty until the user submits one. */
  meaning: Meaning
  /** The id of the task that makes embeddings. */
  task: string
  onChange: (meaning: Meaning | null) => void
}

/** The results of a filter, sorted by how similar in meaning their texts are to a text or to another result. */
export function MeaningView({ filter, meaning, task, onChange, ...list }: Props) {
  const listing = useApiQuery('models.list', { operation: task })
  const models = listing.data?.models.filter(({ isDelisted }) => !isDelisted) ?? []
  const [chosen, setChosen] = useState<string>()
  const model = models.find(({ slug }) => slug === chosen) ?? models[0]
  const isEmpty = 'text' in meaning && meaning.text.trim() === ''
  const ranking = useApiQuery(
    'meaning.rank',
    { filter, meaning, model: model?.slug ?? '', limit: MAX_RESULTS, listId: listId('meaning') },
    { enabled: model !== undefined && !isEmpty, staleTime: 0, dropUnused: true },
  )
  return (
    <div className={styles.view}>
      <MeaningForm
        text={'text' in meaning ? meaning.text : (ranking.data?.text ?? '')}
        isNew={isEmpty}
        onText={(text) => onChange({ text })}
        onLeave={() => onChange(null)}
      >
        {models.length > 1 && (
          <Select
            label={t('meaning.model')}
            value={model?.slug}
            options={models.map(({ slug, name }) => ({ value: slug, label: name }))}
            onValueChange={setChosen}
          />
        )}
      </MeaningForm>
      {isEmpty ? (
        <EmptyState icon={<Search aria-hidden />} title={t('meaning.start')}>
          {t('meaning.start_text')}
        </EmptyState>
      ) : listing.error && !listing.data ? (
        <LoadFailure error={listing.error} onRetry={() => void listing.refetch()} />
      ) : ranking.error && !ranking.data ? (
        <LoadFailure error={ranking.error} onRetry={() => void ranking.refetch()} />
      ) : listing.data && model === undefined ? (
        <EmptyState title={t('create.no_models')} />
      ) : model === undefined || ranking.data === undefined ? (
        <div className={styles.waiting}>
          <Spinner label={t('meaning.counting')} />
        </div>
      ) : (
        <>
          <EmbeddingOffer
            request={{ filter, meaning, model: model.slug }}
            task={task}
            total={ranking.data.total}
          />
          <RankedResults ranking={ranking.data} {...list} />
        </>
      )}
    </div>
  )
}

interface FormProps {
  text: string
  isNew: boolean
  onText: (text: string) => void
  onLeave: () => void
  children: ReactNode
}

function MeaningForm({ text, isNew, onText, onLeave, children }: FormProps) {
  const [typed, setTyped] = useState(text)
  const [shownText, setShownText] = useState(text)
  if (text !== shownText) {
    setShownText(text)
    setTyped(text)
  }
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) field.current?.focus()
  }, [isNew])
  return (
    <search aria-label={t('meaning.bar')}>
      <form
        className={classes(screenStyles.bar, styles.form)}
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() !== '') onText(typed.trim())
        }}
      >
        <IconButton label={t('meaning.leave')} icon={<ArrowLeft aria-hidden />} onClick={onLeave} />
        <div className={styles.text}>
          <TextField
            label={t('meaning.text')}
            value={typed}
            onValueChange={setTyped}
            placeholder={t('meaning.text_example')}
            maxLength={MAX_MEANING_LENGTH}
            ref={field}
          />
        </div>
        {children}
        <Button type="submit" disabled={typed.trim() === ''}>
          {t('meaning.run')}
        </Button>
      </form>
    </search>
  )
}

interface RankedResultsProps {
  ranking: RouteOutput<'meaning.rank'>
  /** Undefined while nothing is being selected. */
  selectedIds: ReadonlySet<string> | undefined
  /** Called with the results in their order, and with none once they are no longer shown. */
  onRanked: (tiles: readonly Tile[]) => void
  actions: TileActions
  /** What the context menu and the drag of a result apply to. */
  targetOf: (ids: readonly string[]) => ResultTarget | undefined
}

/** The closest results with their similarities, and how many were compared. */
function RankedResults({ ranking, selectedIds, onRanked, actions, targetOf }: RankedResultsProps) {
  const { results, ready, total, isTextReady } = ranking
  const size = galleryView((state) => state.rowHeight)
  useEffect(() => {
    onRanked(results.map(({ tile }) => tile))
    return () => onRanked([])
  }, [results, onRanked])
  const isSelecting = selectedIds !== undefined
  const buttons = useRef(new Map<string, HTMLButtonElement>())
  /** Position of the focused result; undefined while none has the focus. */
  const focusedIndex = useRef<number>(undefined)
  // The focused result disappears when it is moved to the trash, here or in another window.
  useEffect(() => {
    if (focusedIndex.current === undefined || document.activeElement !== document.body) return
    const next = results[Math.min(focusedIndex.current, results.length - 1)]
    if (next) buttons.current.get(next.tile.id)?.focus()
  }, [results])
  const run = (command: TileCommand, target: EventTarget) =>
    runTileCommand(command, target, { ...actions, membersOf: (id) => [id] })
  const indexOf = (element: EventTarget | null) =>
    results.findIndex(({ tile }) => buttons.current.get(tile.id) === element)
  const onKeyDown = (event: KeyboardEvent) => {
    const index = indexOf(event.target)
    const tile = results[index]?.tile
    if (!tile) return
    const command = tileKeyCommand(event, tile, actions.onStar !== undefined)
    if (command) {
      event.preventDefault()
      return run(command, event.target)
    }
    // RovingGroup has already moved the focus.
    const next = results[indexOf(document.activeElement)]?.tile
    if (next && next !== tile && findCommand(galleryCommands, event) === 'extend')
      actions.onSelect([next.id], true, [tile.id])
  }
  if (total === 0) return <EmptyState title={t('meaning.none')}>{t('meaning.none_text')}</EmptyState>
  if (!isTextReady || results.length === 0)
    return <EmptyState title={t('meaning.not_ready')}>{t('meaning.not_ready_text')}</EmptyState>
  const shown = results.length < ready ? t('meaning.closest', { shown: results.length }) : ''
  return (
    <>
      <p role="status" className={classes(textStyles.note, styles.compared)}>
        {[t('meaning.compared', { ready, count: total }), shown].filter(Boolean).join(' · ')}
      </p>
      <RovingGroup label={t('meaning.results')} className={styles.results} onKeyDown={onKeyDown}>
        {results.map(({ tile, similarity }, index) => {
          const title = tile.title.trim() || t('gallery.untitled')
          const shownSimilarity = similarity.toFixed(3)
          const isSelected = selectedIds?.has(tile.id)
          return (
            <button
              key={tile.id}
              ref={(element) => {
                if (element) buttons.current.set(tile.id, element)
                return () => void buttons.current.delete(tile.id)
              }}
              type="button"
              aria-pressed={isSelected}
              className={classes(styles.result, isSelected && tileStyles.picked)}
              style={{ width: size, height: size }}
              title={title}
              aria-label={t('meaning.result', { title, similarity: shownSimilarity })}
              draggable
              {...resultHandlers(() => targetOf([tile.id]))}
              onFocus={() => (focusedIndex.current = index)}
              // Not called when the focused button is removed.
              onBlur={(event) => {
                if (!isWindowBlur(event)) focusedIndex.current = undefined
              }}
              onClick={(event) =>
                run(clickCommand(event, tile, { isOnStar: false, isSelecting }), event.target)
              }
            >
              <span className={tileStyles.image}>
                <Thumb asset={tile} alt="" caption={tile.title} />
              </span>
              <span className={classes(badgeStyles.badge, badgeStyles.corner)} aria-hidden>
                {shownSimilarity}
              </span>
              {isSelecting && (
                <span className={tileStyles.mark} aria-hidden>
                  {isSelected && <Check />}
                </span>
              )}
            </button>
          )
        })}
      </RovingGroup>
    </>
  )
}
