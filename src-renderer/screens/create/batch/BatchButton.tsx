import { lazy, Suspense, useState } from 'react'
import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'

const BatchDialog = lazy(async () => ({ default: (await import('./BatchDialog.tsx')).BatchDialog }))

/** The button that opens the batch dialog. */
export function BatchButton({ form, values }: { form: Form; values: Values }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('create.batch')}
      </Button>
      {open && (
        <Suspense>
          <BatchDialog form={form} values={values} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
