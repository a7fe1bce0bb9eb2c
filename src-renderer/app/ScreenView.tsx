import { lazy, Suspense } from 'react'
import { Create } from '../screens/create/Create.tsx'
import { t } from '../i18n/t.ts'
import { Spinner } from '../ui/Spinner.tsx'
import { useLocation } from '../router/useLocation.ts'
import type { Screen } from '../router/route.ts'
import spinnerStyles from '../ui/Spinner.module.css'
import { useReady } from '../lib/useReady.ts'

const Queue = lazy(async () => ({ default: (await import('../screens/queue/Queue.tsx')).Queue }))
const Grid = lazy(async () => ({ default: (await import('../screens/grid/GridScreen.tsx')).GridScreen }))
const Gallery = lazy(async () => ({ default: (await import('../screens/gallery/Gallery.tsx')).Gallery }))
const Spend = lazy(async () => ({ default: (await import('../screens/spend/Spend.tsx')).Spend }))
const Settings = lazy(async () => ({ default: (await import('../screens/settings/Settings.tsx')).Settings }))

/** One screen; all but Create are loaded on first use. */
export function ScreenView({ screen }: { screen: Screen }) {
  if (screen === 'create') return <Create />
  const Page = { queue: QueueOrGrid, gallery: Gallery, spend: Spend, settings: Settings }[screen]
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

/** `#/queue`, `#/queue/BATCH` with the batch expanded, and `#/queue/BATCH/grid` with its grid. */
function QueueOrGrid() {
  const [batch, part, opened] = useLocation().rest
  return batch === undefined || part !== 'grid' ? <Queue /> : <Grid id={batch} opened={opened} />
}

function Shown() {
  useReady(true)
  return null
}
