import { useDeferredValue, useState } from 'react'
import { Search } from 'lucide-react'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import styles from './GalleryPicker.module.css'
import { PickTile } from './PickTile.tsx'
import { refusalOfAsset } from './refusal.ts'
import { useChoices, type ChooseFrom } from './useChoices.ts'

interface Props {
  field: FieldOf<'file'>
  /** How many more files the field accepts. */
  room: number
  onPick: (ids: string[]) => void
  onClose: () => void
}

/**
 * Picks earlier results and input files that the field accepts, newest first. Single-file fields pick on click; others collect a
 * selection first.
 */
export function GalleryPicker({ field, room, onPick, onClose }: Props) {
  const [from, setFrom] = useState<ChooseFrom>('results')
  const [words, setWords] = useState('')
  const [picked, setPicked] = useState<string[]>([])
  const search = useDeferredValue(words.trim())
  const query = useChoices(from, field.media, search)
  const tiles = query.data?.pages.flatMap((page) => page.tiles) ?? []
  const nothing = from === 'results' ? 'files.picker_nothing' : 'files.picker_no_inputs'
  const one = room === 1
  const press = (id: string) => {
    if (!one) {
      setPicked((now) =>
        now.includes(id) ? now.filter((other) => other !== id) : [...now, id].slice(0, room),
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
        !one && (
          <Button
            look="primary"
            disabled={picked.length === 0}
            onClick={() => {
              onPick(picked)
              onClose()
            }}
          >
            {t('files.picker_add', { count: picked.length })}
          </Button>
        )
      }
    >
      <div className={styles.picker}>
        <div className={styles.top}>
          <TextField
            label={t(from === 'results' ? 'files.picker_search' : 'files.picker_search_inputs')}
            type="search"
            before={<Search aria-hidden />}
            value={words}
            onValue={setWords}
          />
          <Segmented<ChooseFrom>
            label={t('files.picker_from')}
            value={from}
            options={[
              { value: 'results', label: t('files.picker_results') },
              { value: 'inputs', label: t('files.picker_inputs') },
            ]}
            onValue={setFrom}
          />
        </div>
        {query.isPending ? (
          <EmptyState small title="" icon={<Spinner />} />
        ) : query.error ? (
          <EmptyState small title={problemMessage(problemOf(query.error)).what} />
        ) : tiles.length === 0 ? (
          <EmptyState small title={search === '' ? t(nothing) : t('files.picker_no_match', { search })} />
        ) : (
          <ul className={styles.grid}>
            {tiles.map((tile) => (
              <li key={tile.id}>
                <PickTile
                  tile={tile}
                  refused={refusalOfAsset(field, tile, tile.title)}
                  {...(one ? {} : { picked: picked.includes(tile.id), order: picked.indexOf(tile.id) + 1 })}
                  onPress={() => press(tile.id)}
                />
              </li>
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <Button
            look="quiet"
            className={styles.more}
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('files.picker_more')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
