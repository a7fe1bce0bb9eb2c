import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import styles from './TextInput.module.css'

const NEAR = 0.8

/** Where the text stands against its limit, always or when near it; characters are counted as people count them. */
export function Counter({ field, text }: { field: FieldOf<'text'>; text: string }) {
  const { maxLength, counter } = field
  if (!counter && (maxLength === undefined || text.length < maxLength * NEAR)) return null
  if (counter && text === '' && maxLength === undefined) return null
  const count = Array.from(text).length
  if (maxLength === undefined) return <span>{t('create.characters', { count })}</span>
  return (
    <span className={count > maxLength ? styles.over : undefined}>
      {t('create.count_of', { count, max: maxLength.toLocaleString('en') })}
    </span>
  )
}
