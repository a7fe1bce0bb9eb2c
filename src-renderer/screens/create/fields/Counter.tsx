import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
// Loads the texts of the counter, which are not part of the first bundle.
import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import styles from './fields.module.css'

/** A limit is shown once the text has this share of its length. */
const COUNTER_THRESHOLD = 0.8
/** Average characters per token in English text; only the service counts tokens, so the counter warns but does not block. */
const CHARACTERS_PER_TOKEN = 4
/** Two UTF-16 units that are one code point. */
const SURROGATE_PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g

interface Props {
  field: FieldOf<'text'>
  text: string
  /** Whether a text far from its limit is counted too. */
  isAlwaysShown?: boolean
}

/** The length of a text in Unicode code points or tokens, and its limit once it is near or if the field asks for it. */
export function Counter({ field, text, isAlwaysShown = false }: Props) {
  const { maxLength, counter, maxTokens } = field
  const count = text.length - (text.match(SURROGATE_PAIRS)?.length ?? 0)
  const tokens = Math.ceil(text.length / CHARACTERS_PER_TOKEN)
  const isNearLimit = maxLength !== undefined && text.length >= maxLength * COUNTER_THRESHOLD
  if (!counter && !isNearLimit)
    return isAlwaysShown && text !== '' ? <Length count={count} tokens={tokens} /> : null
  if (counter && text === '' && maxLength === undefined) return null
  if (maxTokens !== undefined && text !== '')
    return (
      <span className={tokens > maxTokens ? styles.over : undefined}>
        {t('create.tokens_about', { count: tokens, max: maxTokens })}
      </span>
    )
  if (maxLength === undefined) return <span>{t('create.characters', { count })}</span>
  return (
    <span className={count > maxLength ? styles.over : undefined}>
      {t('create.count_of', { count, max: maxLength })}
    </span>
  )
}

/** Uses the space beside the label. Parts that don't fit wrap out of sight, so that the field doesn't move. */
const Length = ({ count, tokens }: { count: number; tokens: number }) => (
  <span className={styles.length}>
    <span>{t('create.characters', { count })}</span>
    <span>{t('snippets.about_tokens', { count: tokens })}</span>
  </span>
)
