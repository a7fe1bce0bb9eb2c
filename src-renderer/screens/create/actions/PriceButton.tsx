import { useRef } from 'react'
import type { PriceState } from '../model/usePrice.ts'
import { lookUp, t } from '../../../i18n/t.ts'
import { formatExactMoney, formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { formatAgo, formatTimeOrDateTime, useNow } from '../../../lib/format/time.ts'
import { classes } from '../../../ui/classes.ts'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { ArrowRight, ArrowUp } from 'lucide-react'
import { navigate } from '../../../router/navigate.ts'
import type { BlockReason } from '../model/formMessages.ts'
import textStyles from '../../../ui/layout/text.module.css'
import { entryId, MODEL_PICKER_ID, useForm } from '../model/useForm.ts'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { entryNames } from '../../../../src-preload/shared/values/entryNames.ts'
import { createCommands } from '../../../../src-preload/shared/keymap/startupCommands.ts'
import { useShortcuts } from '../../../ui/useShortcuts.ts'
import styles from './CreateActions.module.css'

interface Props {
  /** The task as a verb: "Generate". */
  label: string
  /** The total of all copies. */
  price: PriceState
  /** How many copies a click makes. */
  copies?: number
  isSending: boolean
  /** Whether the form can't run; a click then focuses the reasons. */
  isBlocked: boolean
  /** DOM id of the reasons why it is blocked or has no price. */
  describedBy?: string | undefined
  onClick: () => void
  /** Called when the user may be about to click: a pointer or the focus reaches the button. */
  onApproach: () => void
  /** Handles the shortcut that runs the form at the front of the queue; absent where that isn't offered. */
  onRunAtFront?: () => void
}

/**
 * The primary button, with the price that the job is bound to: "Generate · $0.004213". A rounded price is followed by the exact one in
 * the accessible name, because speech control needs the visible text in it.
 */
export function PriceButton({
  label,
  price,
  copies = 1,
  isSending,
  isBlocked,
  describedBy,
  onClick,
  onApproach,
  onRunAtFront,
}: Props) {
  const { form } = useForm()
  const texts = form.fields.filter((field) => field.kind === 'text' && field.multiline)
  const mainText = texts.find(({ required }) => required) ?? texts.find(({ name }) => name === 'prompt')
  const button = useRef<HTMLButtonElement>(null)
  useShortcuts('full', button, createCommands, {
    generate: onClick,
    generateAtFront: onRunAtFront,
    prompt: mainText && (() => focusEntry(mainText.name)),
  })
  const now = useNow({ isTicking: quoteOf(price)?.isAgeShown === true })
  const text = priceText(price, formatMoney, now)
  const exact = priceText(price, formatExactMoney, now)
  const isRounded = exact !== text
  const forCopies = copies > 1 ? ` ${t('create.for_copies', { count: copies })}` : ''
  return (
    <button
      ref={button}
      type="button"
      className={classes(styles.priceButton, isBlocked && styles.blocked)}
      aria-label={
        (text
          ? t('create.label_at_price', { label, price: isRounded ? `${text} (${exact})` : text })
          : label) + forCopies
      }
      title={
        exact === null
          ? undefined
          : priceTitle(t('create.label_at_price', { label, price: exact }) + forCopies, price)
      }
      aria-disabled={isBlocked || undefined}
      aria-busy={
        isSending || price.state === 'pricing' || (price.state === 'priced' && price.isStale) || undefined
      }
      aria-describedby={describedBy}
      // A double click counts as one click.
      onClick={(event) => event.detail <= 1 && onClick()}
      onPointerEnter={onApproach}
      onFocus={onApproach}
    >
      <span className={styles.verb}>
        {isSending && <Spinner />}
        {label}
      </span>
      {text && (
        <span className={classes(styles.buttonPrice, styles[price.state])} key={price.state}>
          {text}
        </span>
      )}
    </button>
  )
}

/** The quote that a button shows; null if it shows none. `isAgeShown`: no newer one could be requested. */
function quoteOf(price: PriceState): { price: number; quotedAt: number; isAgeShown: boolean } | null {
  if (price.state === 'priced') return { ...price, isAgeShown: price.problem !== undefined }
  return price.state === 'unavailable' && price.last ? { ...price.last, isAgeShown: true } : null
}

function priceText(price: PriceState, format: (nanoDollars: number) => string, now: number): string | null {
  const quote = quoteOf(price)
  if (quote) {
    const amount = format(quote.price)
    return quote.isAgeShown
      ? t('create.price_aged', { price: amount, ago: formatAgo(quote.quotedAt, now) })
      : amount
  }
  if (price.state === 'none') return null
  return t(price.state === 'pricing' ? 'create.pricing' : 'create.unavailable')
}

/** The tooltip of the button, with the time of its price. */
function priceTitle(text: string, price: PriceState): string {
  const quote = quoteOf(price)
  return quote ? t('create.quoted_at', { text, time: formatTimeOrDateTime(quote.quotedAt) }) : text
}

/** The verb of a task on its button: "Upscale", "Transcribe"; "Generate" for tasks without one of their own. */
export const operationVerb = (operation: string): string =>
  lookUp(`create.verb_${operation}`) ?? t('create.generate')

interface BlockReasonListProps {
  id: string
  /** True if the form can't run; false if the service only rejected the values of an earlier click. */
  isBlocked: boolean
  reasons: readonly BlockReason[]
}

/** Why the form can't run. Each reason links to the field or the screen where it can be fixed. */
export function BlockReasonList({ id, isBlocked, reasons }: BlockReasonListProps) {
  return (
    <div id={id} className={styles.reasons}>
      {!isBlocked && <p className={classes(textStyles.note, styles.reasonsTitle)}>{t('create.refused')}</p>}
      <ul>
        {reasons.map(({ entry, path, text }) => (
          <li key={text}>
            {path !== undefined ? (
              <button type="button" className={styles.reason} data-path={path} onClick={() => navigate(path)}>
                <ArrowRight aria-hidden />
                {text}
              </button>
            ) : entry === null ? (
              <span className={styles.reason}>{text}</span>
            ) : (
              <button type="button" className={styles.reason} onClick={() => focusEntry(entry)}>
                <ArrowUp aria-hidden />
                {text}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Focuses the control of an entry, opening the section that contains it. */
function focusEntry(entry: string): void {
  const target = document.getElementById(entry === 'model' ? MODEL_PICKER_ID : entryId(entry))
  if (!target) return
  target.closest('details')?.setAttribute('open', '')
  target.scrollIntoView?.({ block: 'nearest' })
  target.focus()
}

/** Handles a click on a blocked button: shows the issues of all fields, and focuses what the first reason is about. */
export function focusFirstReason(form: Form, reasons: readonly BlockReason[]): void {
  draftStore.getState().touch(...form.fields.flatMap(entryNames))
  const first = reasons.find(({ entry, path }) => entry !== null || path !== undefined)
  if (first?.entry) focusEntry(first.entry)
  else if (first?.path) document.querySelector<HTMLElement>(`[data-path="${first.path}"]`)?.focus()
}
