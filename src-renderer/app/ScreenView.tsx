import { lazy, Suspense } from 'react'
import { Create } from '../features/create/Create.tsx'
import { t } from '../i18n/t.ts'
import { Spinner } from '../ui/Spinner.tsx'
import type { Screen } from './router/route.ts'
import spinnerStyles from '../ui/Spinner.module.css'
import { useReady } from './useReady.ts'

const Queue = lazy(async () => ({ default: (await import('../features/queue/Queue.tsx')).Queue }))
const Gallery = lazy(async () => ({ default: (await import('../features/gallery/Gallery.tsx')).Gallery }))
const Spend = lazy(async () => ({ default: (await import('../features/spend/Spend.tsx')).Spend }))
const Settings = lazy(async () => ({ default: (await import('../features/settings/Settings.tsx')).Settings }))

/** One screen; all but Create are loaded on first use. */
export function ScreenView({ screen }: { screen: Screen }) {
  if (screen === 'create') return <Create />
  const Page = { queue: Queue, gallery: Gallery, spend: Spend, settings: Settings }[screen]
  return (
    <Suspense
      fallback={
        <div className={spinnerStyles.center}>
          <Spinner label={t('common.loading')} />
        </div>
      }
    >
      <Page />
      <Shown />
    </Suspense>
  )
}

function Shown() {
  useReady(true)
  return null
}
