import { Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Tag } from '../../../../src-preload/contract/types/tag.ts'
import { MAX_TAG_LENGTH, NOT_IN_TAGS } from '../../../../src-preload/constraints/limits.ts'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { classes } from '../../../ui/classes.ts'
import { isWindowBlur } from '../../../ui/isWindowBlur.ts'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import fieldStyles from '../../../ui/layout/field.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { viewQuery } from '../../library/filterUrl.ts'
import { filterBy, NEWEST_FIRST } from '../../library/libraryFilter.ts'
import styles from './ManageTags.module.css'

interface Props {
  tag: Tag
  /** What is being done to it, such as "Deleting…". */
  busyText: string | undefined
  /** Whether Tab reaches its buttons. */
  isTabStop: boolean
  isRenaming: boolean
  onStartRenaming: () => void
  /** `newName` is undefined if the name is unchanged. `keepsFocus`: the focus hasn't moved elsewhere. */
  onRename: (newName: string | undefined, keepsFocus: boolean) => void
  onDelete: () => void
  onLeave: () => void
}

/** A tag: its name, which a click edits, the number of its results, and a delete button. */
export function TagRow(props: Props) {
  const { tag, busyText, isTabStop, isRenaming, onStartRenaming, onRename, onDelete, onLeave } = props
  const { name, results } = tag
  if (isRenaming) return <NameField name={name} onDone={onRename} />
  const tabIndex = isTabStop ? 0 : -1
  return (
    <>
      <button
        dir="auto"
        type="button"
        data-row-start
        tabIndex={tabIndex}
        className={styles.name}
        aria-label={t('tags.rename', { name })}
        title={name}
        aria-disabled={busyText !== undefined}
        onClick={busyText === undefined ? onStartRenaming : undefined}
      >
        <span dir="auto" className={textStyles.truncate}>
          {name}
        </span>
        <Pencil aria-hidden />
      </button>
      {busyText === undefined ? (
        <a
          tabIndex={tabIndex}
          className={classes(textStyles.quiet, styles.results)}
          href={`#/gallery${viewQuery({
            filter: filterBy({ field: 'tag', is: true, values: [name] }),
            sort: NEWEST_FIRST,
          })}`}
          aria-label={t('tags.show', { count: results, name })}
          onClick={onLeave}
        >
          {t('collections.count', { count: results })}
        </a>
      ) : (
        <span role="status" className={classes(textStyles.quiet, styles.results)}>
          <Spinner /> {busyText}
        </span>
      )}
      <IconButton
        size="small"
        tabIndex={tabIndex}
        label={t('tags.delete', { name })}
        icon={<Trash2 aria-hidden />}
        disabled={busyText !== undefined}
        onClick={onDelete}
      />
    </>
  )
}

interface NameFieldProps {
  name: string
  onDone: Props['onRename']
}

/** Edits a name: Enter or leaving the field saves the new name, Escape discards it. */
function NameField({ name, onDone }: NameFieldProps) {
  const [text, setText] = useState(name)
  const isDone = useRef(false)
  const finish = (isSaved: boolean, keepsFocus: boolean) => {
    // Removing the field makes it lose the focus too.
    if (isDone.current) return
    isDone.current = true
    const newName = text.split(NOT_IN_TAGS).join(' ').trim()
    onDone(!isSaved || newName === '' || newName === name ? undefined : newName, keepsFocus)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    finish(event.key === 'Enter', true)
    // The dialog stays open.
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <input
      dir="auto"
      ref={selectText}
      className={classes(fieldStyles.control, styles.field)}
      aria-label={t('tags.new_name', { name })}
      maxLength={MAX_TAG_LENGTH}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!isWindowBlur(event)) finish(true, false)
      }}
    />
  )
}

function selectText(field: HTMLInputElement | null): void {
  field?.focus()
  field?.select()
}
