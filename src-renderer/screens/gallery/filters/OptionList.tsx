import { MAX_VALUE_SEARCH_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import { Check, ChevronRight, Search } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { classes } from '../../../ui/classes.ts'
import { ListSearch } from '../../../ui/fields/ListSearch.tsx'
import textStyles from '../../../ui/layout/text.module.css'
import listStyles from '../../../ui/fields/PickerList.module.css'
import type { MenuOption } from './menuOptions.ts'
import styles from './filters.module.css'

interface Props {
  label: string
  text: string
  onTextChange: (text: string) => void
  options: readonly MenuOption[]
  /** Keys of the chosen options; undefined if options aren't chosen but opened. */
  chosenKeys: readonly string[] | undefined
  /** Shown if there are no options. */
  emptyMessage: string
  onPick: (option: MenuOption) => void
  /** Backspace in the empty field. */
  onBack: () => void
}

/** A search field over a list of options. The focus stays in the field, and the arrow keys move the active option. */
export function OptionList({
  label,
  text,
  onTextChange,
  options,
  chosenKeys,
  emptyMessage,
  onPick,
  onBack,
}: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [activeKey, setActiveKey] = useState<string>()
  const activeIndex = Math.max(
    0,
    options.findIndex(({ key }) => key === activeKey),
  )
  const active = options[activeIndex]
  const activeId = active && `${id}-${activeIndex}`
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && text === '') return onBack()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && options.length > 0) {
      event.preventDefault()
      setActiveKey(options.at((activeIndex + step) % options.length)?.key)
    }
    if (event.key === 'Enter' && active) {
      event.preventDefault()
      onPick(active)
    }
  }
  return (
    <>
      <ListSearch
        label={label}
        icon={<Search aria-hidden />}
        value={text}
        onValueChange={(next) => {
          onTextChange(next)
          setActiveKey(undefined)
        }}
        onKeyDown={onKeyDown}
        listId={`${id}-list`}
        activeId={activeId}
        inputRef={input}
        maxLength={MAX_VALUE_SEARCH_LENGTH}
      />
      {options.length === 0 && <div className={listStyles.nothing}>{emptyMessage}</div>}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-multiselectable={chosenKeys !== undefined}
        tabIndex={-1}
        className={listStyles.list}
      >
        {options.map((option, index) => {
          const isChosen = chosenKeys?.includes(option.key) ?? false
          return (
            <div
              key={option.key}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={isChosen}
              className={classes(
                listStyles.choice,
                styles.option,
                index === activeIndex && listStyles.active,
              )}
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(option)}
              onKeyDown={(event) => event.key === 'Enter' && onPick(option)}
              onPointerMove={() => setActiveKey(option.key)}
            >
              {chosenKeys && <Check aria-hidden className={classes(!isChosen && listStyles.blank)} />}
              <span dir="auto" className={textStyles.truncate} title={option.label}>
                {option.label}
              </span>
              {option.hint && <span className={textStyles.quiet}>{option.hint}</span>}
              {option.action.kind === 'open' && <ChevronRight aria-hidden className={styles.chevron} />}
            </div>
          )
        })}
      </div>
    </>
  )
}
