import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { labelText, namesFields } from '../../../widgets/forms/labelText.ts'

/** The label that distinguishes a job from others of its batch. */
export function RowLabel({ job: { operation, model, label } }: { job: Job }) {
  const stored = label?.words ?? {}
  // Older stored labels contain the model's id instead of its name.
  const parts = 'model' in stored ? { ...stored, model: model.name } : stored
  const { data } = useApiQuery(
    'forms.open',
    { operation, model: model.slug },
    { enabled: namesFields(parts), staleTime: Infinity },
  )
  return labelText(parts, data)
}
