import { createElement, Suspense } from 'react'
import { t } from '../../i18n/t.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import spinnerStyles from '../../ui/Spinner.module.css'
import type { ViewerProps } from './ViewerProps.ts'
import { viewers } from './viewers.ts'

/** An asset in full, by the viewer its task or its kind names. */
export function AssetView(props: ViewerProps) {
  return (
    <Suspense
      fallback={
        <div className={spinnerStyles.center}>
          <Spinner label={t('common.loading')} />
        </div>
      }
    >
      {createElement(viewers[props.detail.viewer], props)}
    </Suspense>
  )
}
