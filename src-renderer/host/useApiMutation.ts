import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import type { RouteInput, RouteName, RouteOutput } from '../../src-preload/contract/routes.ts'
import { call } from './call.ts'
import { useIsUnmounted } from '../lib/useIsUnmounted.ts'
import { showProblem } from './problemOf.ts'

interface Options<R extends RouteName> {
  /** Also called if the caller has unmounted; callbacks of `mutate` aren't. */
  onDone?: (output: RouteOutput<R>, input: RouteInput<R>) => void
  /** Called instead of a toast, even if the caller has unmounted. */
  onError?: (error: Error) => void
  /** False if the caller shows the problem itself. It is shown in a toast if the caller has unmounted. */
  toastOnError?: boolean
  /** Calls of one scope run one after another. */
  scope?: string
  /** The input contains a secret and must not stay in memory after the caller unmounts. */
  secret?: boolean
}

/** A mutation through the studio's API. Shows problems in a toast by default. */
export function useApiMutation<R extends RouteName>(
  route: R,
  { onDone, onError, toastOnError = true, scope, secret = false }: Options<R> = {},
): UseMutationResult<RouteOutput<R>, Error, RouteInput<R>> {
  const isUnmounted = useIsUnmounted()
  return useMutation<RouteOutput<R>, Error, RouteInput<R>>({
    mutationFn: (input) => call(route, input),
    ...(scope === undefined ? {} : { scope: { id: scope } }),
    ...(secret ? { gcTime: 0 } : {}),
    onSuccess: (output, input) => onDone?.(output, input),
    onError: (error) => {
      if (onError) onError(error)
      else if (toastOnError || isUnmounted.current) showProblem(error)
    },
  })
}
