import { lazy, Suspense } from 'react'

const AgainDialog = lazy(async () => ({ default: (await import('./AgainDialog.tsx')).AgainDialog }))

/** Runs the task of a result again with one change, in a dialog that is loaded on first use. */
export function Again({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <Suspense>
      <AgainDialog id={id} onClose={onClose} />
    </Suspense>
  )
}
