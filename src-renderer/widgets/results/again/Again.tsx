import { lazy, Suspense } from 'react'

const AgainDialog = lazy(async () => ({ default: (await import('./AgainDialog.tsx')).AgainDialog }))

/** Makes a result again with a change, in a dialog that loads on first use. */
export function Again({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <Suspense>
      <AgainDialog id={id} onClose={onClose} />
    </Suspense>
  )
}
