import { lazy, Suspense, useEffect, useRef } from 'react'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { CreatePanel, PANEL_ID } from './panel/CreatePanel.tsx'
import styles from './Create.module.css'

// The form paints first; results and the welcome screen load after it.
const ResultPane = lazy(async () => ({ default: (await import('./result/ResultPane.tsx')).ResultPane }))
const Welcome = lazy(async () => ({ default: (await import('./Welcome.tsx')).Welcome }))

/** The main screen: the form at the left, results at the right. */
export function Create() {
  const connections = useApiQuery('connections.list', undefined)
  const isWelcome = connections.data?.connections.length === 0
  useFocusAfterWelcome(isWelcome)
  if (isWelcome)
    return (
      <Suspense>
        <Welcome />
      </Suspense>
    )
  return (
    <div className={styles.create}>
      <CreatePanel />
      <Suspense fallback={<div className={styles.results} />}>
        <ResultPane />
      </Suspense>
    </div>
  )
}

/** Moves the focus into the form when it replaces the welcome screen, because the button that had the focus is removed. */
function useFocusAfterWelcome(isWelcome: boolean): void {
  const wasWelcome = useRef(false)
  useEffect(() => {
    if (wasWelcome.current && !isWelcome) document.getElementById(PANEL_ID)?.focus()
    wasWelcome.current = isWelcome
  }, [isWelcome])
}
