import { ArrowUpDown, CalendarSearch } from 'lucide-react'
import type { LibrarySort } from '../../../../src-preload/contract/types/filter.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { KeyHint } from '../../../ui/buttons/KeyHint.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import type { MenuEntry } from '../../../ui/overlays/MenuList.tsx'
import { galleryView } from '../galleryView.ts'
import { galleryCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import styles from './GalleryHeader.module.css'

const SORTS: readonly LibrarySort[] = [
  { by: 'date', descending: true },
  { by: 'date', descending: false },
  { by: 'price', descending: true },
  { by: 'price', descending: false },
  { by: 'duration', descending: true },
  { by: 'duration', descending: false },
  { by: 'size', descending: true },
  { by: 'size', descending: false },
]
const SHAPES = ['justified', 'square'] as const

const sortName = ({ by, descending }: LibrarySort): string =>
  t(`filters.${by}-${descending ? 'desc' : 'asc'}`)

interface Props {
  sort: LibrarySort
  /** Whether the results are sorted by meaning instead of by `sort`. */
  isByMeaning: boolean
  onSort: (sort: LibrarySort) => void
  /** Absent where results can't be sorted by meaning. */
  onMeaning: (() => void) | undefined
  /** Opens the jump to a date; absent where it isn't available. */
  onJump: (() => void) | undefined
}

/** The order and layout of the results, and the jump to a date. */
export function DisplayMenu({ sort, isByMeaning, onSort, onMeaning, onJump }: Props) {
  const shape = galleryView((view) => view.shape)
  const setShape = galleryView((view) => view.setShape)
  const isStacking = galleryView((view) => view.isStacking)
  const setStacking = galleryView((view) => view.setStacking)
  const items: MenuEntry[] = [
    ...SORTS.map((option) => ({
      label: sortName(option),
      checked: !isByMeaning && option.by === sort.by && option.descending === sort.descending,
      onSelect: () => onSort(option),
    })),
    ...(onMeaning ? [{ label: t('meaning.sort_by'), checked: isByMeaning, onSelect: onMeaning }] : []),
    'separator',
    ...SHAPES.map((option) => ({
      label: t(`filters.${option}`),
      checked: option === shape,
      onSelect: () => setShape(option),
    })),
    ...(sort.by === 'date' && !isByMeaning
      ? [
          'separator' as const,
          {
            label: t('organize.stack_variations'),
            checked: isStacking,
            isToggle: true,
            onSelect: () => setStacking(!isStacking),
          },
        ]
      : []),
    ...(onJump
      ? [
          'separator' as const,
          {
            label: t('filters.jump'),
            icon: <CalendarSearch aria-hidden />,
            hint: <KeyHint of={galleryCommands.jump} />,
            onSelect: onJump,
          },
        ]
      : []),
  ]
  const shownSort = isByMeaning ? t('meaning.sort') : sortName(sort)
  return (
    <Menu
      label={t('filters.display')}
      items={items}
      trigger={(aria) => (
        <Button
          {...aria}
          aria-label={t('filters.display_now', { sort: shownSort })}
          title={t('filters.display_now', { sort: shownSort })}
          icon={<ArrowUpDown aria-hidden />}
        >
          <span className={styles.sort}>{shownSort}</span>
        </Button>
      )}
    />
  )
}
