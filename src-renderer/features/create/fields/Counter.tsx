import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import styles from './fields.module.css'

const NEAR = 0.8
/** Characters of a token in running English text: only the service counts them, so more of them are said and not refused. */
const USUAL_TOKEN = 4

/** Where the text stands against its limit, always or when near it; characters are counted as people count them. */
export function Counter({ field, text }: { field: FieldOf<'text'>; text: string }) {
  const { maxLength, counter, maxTokens } = field
  if (!counter && (maxLength === undefined || text.length < maxLength * NEAR)) return null
  if (counter && text === '' && maxLength === undefined) return null
  if (maxTokens !== undefined && text !== '') {
    const about = Math.ceil(text.length / USUAL_TOKEN)
    return (
      <span className={about > maxTokens ? styles.over : undefined}>
        {t('create.tokens_about', { count: about, max: maxTokens.toLocaleString('en') })}
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
