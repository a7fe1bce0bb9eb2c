import { TriangleAlert } from 'lucide-react'
import { problemOf } from '../../host/problemOf.ts'
import { problemWords } from '../../lib/problemWords.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Why a result cannot be shown, in the place of it. */
export function ViewerProblem({ error }: { error: Error }) {
  const { what, next } = problemWords(problemOf(error))
  return (
    <EmptyState icon={<TriangleAlert aria-hidden />} title={what}>
      {next}
    </EmptyState>
  )
}
