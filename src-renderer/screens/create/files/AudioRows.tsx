import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import { durationIssue } from '../../../../src-preload/shared/values/durationIssue.ts'
import { t } from '../../../i18n/t.ts'
import { formatByteLimit } from '../../../lib/format/bytes.ts'
import { classes } from '../../../ui/classes.ts'
import rowStyles from '../../../ui/layout/row.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { formatName } from '../../../../src-preload/shared/formatName.ts'
import { durationRange, fileFacts, formatNames } from './fileText.ts'
import { PlayButton } from './PlayButton.tsx'
import styles from './AudioRows.module.css'

type FileField = FieldOf<'file'>

interface Props {
  field: FileField
  tiles: readonly Tile[]
  /** Ids of the chosen files; undefined if a click chooses a single file immediately. */
  picked: readonly string[] | undefined
  onPick: (id: string) => void
}

/** Audio files to choose from, each with a play button, its title and facts, and the reason if the field rejects it. */
export function AudioRows({ field, tiles, picked, onPick }: Props) {
  return (
    <ul className={styles.rows}>
      {tiles.map((tile) => {
        const title = tile.title || t('files.untitled')
        const rejection = audioRejection(field, tile)
        return (
          <li key={tile.id} className={classes(styles.row, picked?.includes(tile.id) && styles.picked)}>
            <PlayButton id={tile.id} name={title} className={styles.play} />
            {/* Not `disabled`, so that the reason can be read by keyboard. */}
            <button
              type="button"
              className={classes(rowStyles.text, styles.pick)}
              aria-pressed={picked?.includes(tile.id)}
              aria-disabled={rejection !== undefined}
              onClick={() => rejection === undefined && onPick(tile.id)}
            >
              <span dir="auto" className={classes(textStyles.clamp, styles.title)}>
                {title}
              </span>
              <span dir="auto" className={rowStyles.sub}>
                {[tile.modelName, fileFacts(tile)].filter(Boolean).join(' · ')}
              </span>
              {rejection !== undefined && <span className={styles.rejection}>{rejection}</span>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** Why a field rejects an audio file of the library; undefined if it accepts it. */
export function audioRejection(
  field: FileField,
  { kind, format, bytes, durationMs }: Pick<Tile, 'kind' | 'format' | 'bytes' | 'durationMs'>,
): string | undefined {
  const { media, formats, maxBytes, minSeconds, maxSeconds } = field
  if (!media.some((accepted) => accepted === kind) || !formats.includes(format))
    return t('files.wrong_format', { format: formatName(format), formats: formatNames(formats) })
  if (maxBytes !== undefined && bytes > maxBytes)
    return t('files.row_too_large', { max: formatByteLimit(maxBytes) })
  const issue = durationIssue(field, durationMs)
  return issue === null
    ? undefined
    : t(`files.row_${issue}`, { range: durationRange(minSeconds, maxSeconds) ?? '' })
}
