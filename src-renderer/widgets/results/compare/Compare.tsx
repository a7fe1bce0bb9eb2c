import { lazy, Suspense } from 'react'

/** How many results can be compared at once. */
export const MIN_COMPARED = 2
export const MAX_COMPARED = 4

const CompareDialog = lazy(async () => ({ default: (await import('./CompareDialog.tsx')).CompareDialog }))

interface Props {
  /** Two to four results. */
  ids: readonly string[]
  onClose: () => void
}

/** Compares results in a full-size dialog that is loaded on first use. */
export function Compare(props: Props) {
  return (
    <Suspense>
      <CompareDialog {...props} />
    </Suspense>
  )
}
