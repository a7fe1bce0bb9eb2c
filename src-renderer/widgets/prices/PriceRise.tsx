import { formatExactMoney, formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { t } from '../../i18n/t.ts'
import { pricedButtonProps } from '../../lib/pricedButton.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

export interface Rise {
  /** The price that the click showed, in nano-dollars. */
  shown: number
  /** The price now. */
  price: number
}

/** Says that a price rose before a click was sent, with both prices. */
export const PriceRiseNote = ({ shown, price }: Rise) => (
  <p role="alert" title={`${formatExactMoney(shown)} → ${formatExactMoney(price)}`}>
    {t('create.rise_text', { shown: formatMoney(shown), price: formatMoney(price) })}
  </p>
)

interface Props extends Rise {
  /** The task as a verb: "Generate". */
  label: string
  onCancel: () => void
  onConfirm: () => void
}

/** Asks the user to accept a price that rose before the click was sent. */
export function PriceRiseDialog({ label, onCancel, onConfirm, ...rise }: Props) {
  return (
    <Dialog
      size="small"
      title={t('create.rise_title')}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            onClick={onConfirm}
            {...pricedButtonProps(rise.price, (price) => t('create.label_at_price', { label, price }))}
          />
        </>
      }
    >
      <PriceRiseNote {...rise} />
    </Dialog>
  )
}
