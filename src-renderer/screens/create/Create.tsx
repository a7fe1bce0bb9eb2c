import { lazy, Suspense } from 'react'
import { useApiQuery } from '../../host/useApiQuery.ts'
import styles from './Create.module.css'
import { CreatePanel } from './CreatePanel.tsx'
import { useDraftPersistence } from './model/useDraftPersistence.ts'

// The form paints first; results and the welcome screen load after it.
const Stage = lazy(async () => ({ default: (await import('./stage/Stage.tsx')).Stage }))
const WindowDrop = lazy(async () => ({ default: (await import('./files/WindowDrop.tsx')).WindowDrop }))
const Welcome = lazy(async () => ({ default: (await import('./Welcome.tsx')).Welcome }))

/** The main screen: the form at the left, results at the right. */
export function Create() {
  const connections = useApiQuery('connections.list', undefined)
  useDraftPersistence()
  if (connections.data?.connections.length === 0)
    return (
      <Suspense>
        <Welcome />
      </Suspense>
    )
  return (
    <div className={styles.create}>
      <CreatePanel />
      <Suspense fallback={<div className={styles.stage} />}>
        <Stage />
      </Suspense>
      <Suspense>
        <WindowDrop />
      </Suspense>
    </div>
  )
}
