import type { ZodError } from 'zod'
import { randomBytes } from 'node:crypto'
import { boundaryErrors, type Envelope } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { routes, type Handlers, type RouteName } from '../../../../src-preload/contract/routes.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Log } from '../../../studio/world.ts'

const failure = (error: Problem): Envelope<never> => ({ ok: false, error })

const isRoute = (name: unknown): name is RouteName => typeof name === 'string' && Object.hasOwn(routes, name)

/** Path and code of the first issue; never the value, which may be an API key. */
function describeFirstIssue(error: ZodError): string {
  const issue = error.issues[0]
  return issue ? `${issue.path.join('.') || 'input'}: ${issue.code}` : 'input'
}

/**
 * Handles one call from the window: finds the route, checks the input, runs the handler, checks the output (fields outside the
 * contract are dropped). Never rejects and never exposes a stack trace: an unexpected error becomes `internal` with the id of its log
 * entry.
 */
export async function dispatchCall(
  handlers: Partial<Handlers>,
  route: unknown,
  input: unknown,
  log: Log,
): Promise<Envelope<unknown>> {
  const handle = isRoute(route) && handlers[route]
  if (!isRoute(route) || !handle)
    return failure({
      code: boundaryErrors.routeNotFound,
      money: 'none',
      params: { route: typeof route === 'string' ? route.slice(0, 80) : typeof route },
    })
  const parsed = routes[route].input.safeParse(input)
  if (!parsed.success) {
    const params = { route, detail: describeFirstIssue(parsed.error) }
    return failure({ code: boundaryErrors.invalidInput, money: 'none', params })
  }
  return wrapInEnvelope(route, log, async () => {
    // The schema has checked what the types can't express: this input belongs to this handler.
    const output: unknown = await Reflect.apply(handle, handlers, [parsed.data])
    return routes[route].output.parse(output)
  })
}

/**
 * Runs `work` and wraps its result, or its problem, in an envelope. An unexpected error becomes `internal` with the id of its
 * log entry, never a stack.
 */
export async function wrapInEnvelope<T>(
  operation: string,
  log: Log,
  work: () => Promise<T>,
): Promise<Envelope<T>> {
  try {
    return { ok: true, data: await work() }
  } catch (error) {
    if (error instanceof StudioError) return failure(error.problem)
    const id = createShortId()
    log.error('A call failed unexpectedly', { id, operation, error })
    return failure({ code: boundaryErrors.internal, money: 'none', params: { id } })
  }
}

/** Eight hex digits that connect an error on the screen with its log entry. */
const createShortId = (): string => randomBytes(4).toString('hex')
