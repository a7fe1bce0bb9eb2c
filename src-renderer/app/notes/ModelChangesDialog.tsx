import type { ModelChange, ModelDifference } from '../../../src-preload/contract/types/model.ts'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import textStyles from '../../ui/layout/text.module.css'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import styles from './ModelChangesDialog.module.css'

interface Props {
  /** Name of the connection. */
  connection: string
  changes: readonly ModelChange[]
  onClose: () => void
}

/** What changed about each model, and what that means for queued jobs and presets. */
export function ModelChangesDialog({ connection, changes, onClose }: Props) {
  return (
    <Dialog
      title={t('models.dialog_title')}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('models.done')}
        </Button>
      }
    >
      <p className={textStyles.quiet}>{t('models.dialog_text', { connection })}</p>
      {(['gone', 'changed', 'back', 'new'] as const).map((kind) => {
        const ofKind = changes.filter((change) => change.kind === kind)
        return (
          ofKind.length > 0 && (
            <section key={kind} className={styles.section} aria-label={t(`models.${kind}`)}>
              <h3>{t(`models.${kind}`)}</h3>
              <ul className={styles.list}>
                {ofKind.map((change) => (
                  <li key={change.slug}>
                    <b>{change.name}</b> <span className={textStyles.quiet}>{change.tasks.join(', ')}</span>
                    {describe(change).map((text) => (
                      <p key={text} className={textStyles.note}>
                        {text}
                      </p>
                    ))}
                  </li>
                ))}
              </ul>
            </section>
          )
        )
      })}
    </Dialog>
  )
}

function describe({ kind, price, differences, queued, presets }: ModelChange): string[] {
  const isQueued = queued > 0
  if (kind === 'gone')
    return [
      t('models.gone_text'),
      isQueued && t('models.gone_queued', { count: queued }),
      presets > 0 && t('models.gone_presets', { count: presets }),
    ].filter((text) => text !== false)
  if (kind !== 'changed') return []
  return [
    price && t('models.price', { before: formatMoney(price.before), after: formatMoney(price.after) }),
    price && isQueued && t('models.price_queued', { count: queued }),
    ...differences.flatMap(describeDifference),
    differences.length > 0 && isQueued && t('models.limits_queued', { count: queued }),
    differences.length > 0 && presets > 0 && t('models.limits_presets', { count: presets }),
  ].filter((text) => typeof text === 'string')
}

function describeDifference(difference: ModelDifference): string[] {
  const { name } = difference
  if (difference.kind === 'value') {
    const [before, after] = [difference.before, difference.after].map(
      (value) => value ?? t('models.unstated'),
    )
    return [t('models.value', { name, before: before ?? '', after: after ?? '' })]
  }
  const { added, removed } = difference
  return [
    ...(added.length > 0 ? [t('models.added', { name, names: added.join(', ') })] : []),
    ...(removed.length > 0 ? [t('models.removed', { name, names: removed.join(', ') })] : []),
  ]
}
