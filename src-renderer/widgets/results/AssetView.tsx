import { createElement, Suspense } from 'react'
import { t } from '../../i18n/t.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import spinnerStyles from '../../ui/Spinner.module.css'
import type { ViewerProps } from './ViewerProps.ts'
import { viewers } from './viewers.ts'

/** Shows an asset in the viewer of its task or kind. */
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
