import { lazy, Suspense, useState } from 'react'
import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './PriceComparisonButton.module.css'

const PriceComparisonDialog = lazy(async () => ({
  default: (await import('./PriceComparisonDialog.tsx')).PriceComparisonDialog,
}))

/** Opens the price comparison. */
export function PriceComparisonButton({ form, values }: { form: Form; values: Values }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={classes(textStyles.label, styles.link)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('create.price_comparison')}
      </button>
      {open && (
        <Suspense>
          <PriceComparisonDialog form={form} values={values} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
