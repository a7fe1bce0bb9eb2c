import { MAX_PROMPT_SEARCH_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import { useDeferredValue, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { Search } from 'lucide-react'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { formatDateTime } from '../../../lib/format/time.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { ListSearch } from '../../../ui/fields/ListSearch.tsx'
import listStyles from '../../../ui/fields/PickerList.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import { InlineLoadFailure } from '../../../widgets/InlineLoadFailure.tsx'
import styles from './prompts.module.css'

/** Prompts shown at once; older ones are found by searching. */
const MAX_SHOWN = 100
/** Options that the Page keys move by. */
const PAGE_STEP = 5

interface Props {
  anchor: RefObject<HTMLElement | null>
  operation: string
  field: string
  onPick: (text: string) => void
  onClose: () => void
}

/** Earlier prompts, newest first, with a search. The focus stays in the search; the arrow keys move the active prompt. */
export function PromptList({ anchor, operation, field, onPick, onClose }: Props) {
  const [text, setText] = useState('')
  const [activeIndex, setActiveIndex] = useState(0)
  const search = useDeferredValue(text.trim())
  const { data, error, refetch } = useApiQuery(
    'prompts.list',
    { operation, field, search, before: null, limit: MAX_SHOWN },
    { keepPrevious: true, staleTime: 0, dropUnused: true },
  )
  const remove = useApiMutation('prompts.remove', { onDone: () => void refetch() })
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const prompts = data?.prompts ?? []
  const active = Math.min(activeIndex, prompts.length - 1)
  const activePrompt = prompts[active]
  const optionId = (index: number) => `${listId}-${index}`
  const onKeyDown = (event: KeyboardEvent) => {
    const last = prompts.length - 1
    const moves: Record<string, number> = {
      ArrowDown: active === last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
      PageDown: Math.min(last, active + PAGE_STEP),
      PageUp: Math.max(0, active - PAGE_STEP),
    }
    const next = moves[event.key]
    if (next !== undefined) {
      event.preventDefault()
      setActiveIndex(next)
    }
    if (event.key !== 'Enter' || !activePrompt) return
    event.preventDefault()
    // Ctrl+Enter runs the form, which is not what Enter in a list means.
    event.stopPropagation()
    onPick(activePrompt.text)
  }
  return (
    <Popover
      anchor={anchor}
      onClose={onClose}
      side="bottom-end"
      className={styles.popover}
      role="dialog"
      aria-label={t('formTools.prompts')}
    >
      <ListSearch
        label={t('formTools.search_prompts')}
        icon={<Search aria-hidden />}
        value={text}
        onValueChange={(next) => {
          setText(next)
          setActiveIndex(0)
        }}
        onKeyDown={onKeyDown}
        listId={listId}
        activeId={activePrompt ? optionId(active) : undefined}
        inputRef={input}
        maxLength={MAX_PROMPT_SEARCH_LENGTH}
      />
      {error && !data && (
        <p className={listStyles.nothing}>
          <InlineLoadFailure error={error} onRetry={() => void refetch()} />
        </p>
      )}
      {data && prompts.length === 0 && (
        <p className={listStyles.nothing}>
          {search === '' ? t('formTools.no_prompts') : t('formTools.no_prompts_match', { search })}
        </p>
      )}
      <div id={listId} role="listbox" aria-label={t('formTools.prompts')} className={listStyles.list}>
        {prompts.map((prompt, index) => (
          <div
            dir="auto"
            key={prompt.id}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes(styles.prompt, index === active && listStyles.active)}
            onClick={() => onPick(prompt.text)}
            onKeyDown={(event) => event.key === 'Enter' && onPick(prompt.text)}
            onPointerMove={() => setActiveIndex(index)}
          >
            <span dir="auto" className={styles.text}>
              {prompt.text}
            </span>
            <span className={textStyles.note}>{formatDateTime(prompt.usedAt)}</span>
          </div>
        ))}
      </div>
      {prompts.length > 0 && (
        <div className={styles.footer}>
          <span>{t('formTools.step_hint')}</span>
          <Button
            size="small"
            variant="quiet"
            disabled={!activePrompt || remove.isPending}
            onClick={() => {
              if (activePrompt) remove.mutate({ id: activePrompt.id })
              input.current?.focus()
            }}
          >
            {t('formTools.remove_prompt')}
          </Button>
        </div>
      )}
    </Popover>
  )
}
