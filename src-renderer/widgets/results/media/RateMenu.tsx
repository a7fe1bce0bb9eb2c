import { Check } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import styles from './PlayerBar.module.css'

const RATES = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2]

/** Menu of playback speeds; the pitch stays the same. */
export function RateMenu({ rate, onRate }: { rate: number; onRate: (rate: number) => void }) {
  return (
    <Menu
      label={t('media.speed')}
      side="top-end"
      items={RATES.map((option) => ({
        label: t('media.times', { rate: option }),
        hint: option === rate ? <Check aria-label={t('media.chosen')} size={14} /> : undefined,
        onSelect: () => onRate(option),
      }))}
      trigger={(aria) => (
        <Button
          {...aria}
          variant="quiet"
          className={styles.rate}
          aria-label={t('media.speed_is', { rate })}
          title={t('media.speed')}
        >
          {t('media.times', { rate })}
        </Button>
      )}
    />
  )
}
