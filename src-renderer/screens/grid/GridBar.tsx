import { ChevronLeft, ChevronRight } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { classes } from '../../ui/classes.ts'
import screenStyles from '../../ui/layout/screen.module.css'
import textStyles from '../../ui/layout/text.module.css'
import type { GridSheet } from './model/arrange.ts'
import styles from './GridBar.module.css'

interface Props {
  sheet: GridSheet
  page: number
  onPage: (page: number) => void
  layer: number
  layers: number
  onLayer: (by: number) => void
}

/** With more pages or longer names, a select replaces the buttons. */
const MAX_BUTTONS = 16
const MAX_CHARACTERS = 72

const isLong = (names: readonly string[]): boolean =>
  names.length > MAX_BUTTONS || names.join('').length > MAX_CHARACTERS

/** Chooses the page and the layer of stacked jobs; renders nothing if there is only one of each. */
export function GridBar({ sheet, page, onPage, layer, layers, onLayer }: Props) {
  const { pages } = sheet
  if (pages.name === '' && layers === 1) return null
  return (
    <div className={classes(screenStyles.bar, textStyles.quiet)}>
      {pages.name !== '' && isLong(pages.shortValues) && (
        <div className={styles.choose}>
          <Select
            label={pages.name}
            value={page}
            options={pages.shortValues.map((label, value) => ({ value, label }))}
            onValueChange={onPage}
          />
          <span>{t('grid.page_of', { at: page + 1, count: pages.values.length })}</span>
        </div>
      )}
      {pages.name !== '' && !isLong(pages.shortValues) && (
        <div className={styles.pages}>
          <span aria-hidden>{pages.name}</span>
          <Segmented
            label={pages.name}
            value={String(page)}
            options={pages.values.map((label, index) => ({ value: String(index), label }))}
            onValueChange={(value) => onPage(Number(value))}
          />
        </div>
      )}
      {layers > 1 && (
        <div className={classes(textStyles.quiet, styles.group)} role="group" aria-label={t('grid.layer')}>
          <IconButton
            size="small"
            label={t('grid.layer_before')}
            keys="["
            icon={<ChevronLeft aria-hidden />}
            onClick={() => onLayer(-1)}
          />
          <output>{t('grid.layer_of', { at: layer + 1, count: layers })}</output>
          <IconButton
            size="small"
            label={t('grid.layer_next')}
            keys="]"
            icon={<ChevronRight aria-hidden />}
            onClick={() => onLayer(1)}
          />
        </div>
      )}
    </div>
  )
}
