import { lazy, Suspense } from 'react'

/** Results that can be compared at once. */
export const MIN_COMPARED = 2
export const MAX_COMPARED = 4

const CompareDialog = lazy(async () => ({ default: (await import('./CompareDialog.tsx')).CompareDialog }))

interface Props {
  /** Two to four results. */
  ids: readonly string[]
  onClose: () => void
}

/** Compares results in the full window; its code is loaded when it is first opened. */
export function Compare(props: Props) {
  return (
    <Suspense>
      <CompareDialog {...props} />
    </Suspense>
  )
}
