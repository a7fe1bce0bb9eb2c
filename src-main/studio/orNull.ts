import { StudioError } from '../../src-preload/shared/StudioError.ts'

/** The result of `work`; null if it throws a StudioError, for example because a model doesn't exist any more. */
export function orNull<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    return nullForStudioError(error)
  }
}

/** The same for promises: `promise.catch(nullForStudioError)`. Throws any other error. */
export function nullForStudioError(error: unknown): null {
  if (error instanceof StudioError) return null
  throw error
}
