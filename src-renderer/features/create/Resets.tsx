import { X } from 'lucide-react'
import type { Reset, Values } from '../../../src-preload/contract/types/form.ts'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { draftStore } from './model/draftStore.ts'
import styles from './Resets.module.css'

/** What the change of model did to the values, until dismissed. */
export function Resets({ model }: { model: string }) {
  const resets = draftStore((draft) => draft.resets)
  if (resets.length === 0) return null
  return (
    <div className={styles.resets} role="status">
      <div>
        <p className={styles.title}>{t('create.resets_title', { model })}</p>
        <ul>
          {resets.map((reset) => (
            <li key={reset.field}>{resetWords(reset)}</li>
          ))}
        </ul>
      </div>
      <IconButton
        size="small"
        label={t('common.dismiss')}
        icon={<X />}
        onClick={draftStore.getState().dismissResets}
      />
    </div>
  )
}

function resetWords({ label, from, to }: Reset): string {
  return to === undefined
    ? t('create.reset_gone', { label, from: short(from) })
    : t('create.reset_to', { label, from: short(from), to: short(to) })
}

function short(value: Values[string]): string {
  if (typeof value === 'boolean') return t(value ? 'create.yes' : 'create.no')
  if (Array.isArray(value)) return value.map((one) => short(nameOf(one))).join(', ')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

const nameOf = (value: Values[string]): Values[string] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value['name'] ?? value) : value
