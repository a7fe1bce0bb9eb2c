import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { useRoute } from '../../../host/useRoute.ts'
import { labelText, namesFields } from '../../../widgets/forms/labelText.ts'

/** The label that distinguishes a job from others of its batch. */
export function RowLabel({ job: { operation, model, label } }: { job: Job }) {
  const given = label?.words ?? {}
  // Labels written before names were in them have the model's own id.
  const words = 'model' in given ? { ...given, model: model.name } : given
  const { data } = useRoute(
    'forms.open',
    { operation, model: model.slug },
    { enabled: namesFields(words), staleTime: Infinity },
  )
  return labelText(words, data)
}
