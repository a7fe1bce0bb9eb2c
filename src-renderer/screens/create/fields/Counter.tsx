import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import styles from './fields.module.css'

const SHOWN_FROM = 0.8
/** Average characters per token in English text; only the service counts tokens, so the counter warns but does not block. */
const CHARACTERS_PER_TOKEN = 4

/** The length of a text against its limit, always or when near it, in user-perceived characters. */
export function Counter({ field, text }: { field: FieldOf<'text'>; text: string }) {
  const { maxLength, counter, maxTokens } = field
  if (!counter && (maxLength === undefined || text.length < maxLength * SHOWN_FROM)) return null
  if (counter && text === '' && maxLength === undefined) return null
  if (maxTokens !== undefined && text !== '') {
    const estimate = Math.ceil(text.length / CHARACTERS_PER_TOKEN)
    return (
      <span className={estimate > maxTokens ? styles.over : undefined}>
        {t('create.tokens_about', { count: estimate, max: maxTokens.toLocaleString('en') })}
      </span>
    )
  }
  const count = Array.from(text).length
  if (maxLength === undefined) return <span>{t('create.characters', { count })}</span>
  return (
    <span className={count > maxLength ? styles.over : undefined}>
      {t('create.count_of', { count, max: maxLength.toLocaleString('en') })}
    </span>
  )
}
