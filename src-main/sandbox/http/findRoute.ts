import { prepareRequest, submitJob } from '../jobs/jobRequests.ts'
import { createStatusRecord } from '../jobs/statusRecord.ts'
import { listModels } from '../models/listModels.ts'
import type { Operation } from '../operations/Operation.ts'
import type { SandboxContext } from '../SandboxContext.ts'
import { serveResult } from '../results/serveResult.ts'
import type { Endpoint, ParsedRequest } from './ParsedRequest.ts'
import { dataReply, errorReply, type Reply } from './Reply.ts'

export interface Route {
  endpoint: Endpoint
  methods: string[]
  handle: (request: ParsedRequest, context: SandboxContext) => Reply | Promise<Reply>
}

const API_PREFIX = '/api/v1/client/'
const READ_METHODS = ['GET', 'HEAD']

/** The endpoint at a path (service.md §Requests), or null. */
export function findRoute(path: string, context: SandboxContext): Route | null {
  if (path.startsWith('/results/')) return { endpoint: 'result', methods: READ_METHODS, handle: serveResult }
  if (!path.startsWith(API_PREFIX)) return null
  const rest = path.slice(API_PREFIX.length)
  if (rest === 'models') return { endpoint: 'models', methods: READ_METHODS, handle: handleModels }
  if (rest === 'balance') return { endpoint: 'balance', methods: READ_METHODS, handle: handleBalance }
  if (rest.startsWith('request-status/'))
    return { endpoint: 'status', methods: READ_METHODS, handle: handleStatus }
  for (const operation of context.operations) {
    if (rest === operation.path) {
      return {
        endpoint: 'submit',
        methods: ['POST'],
        handle: async (request, context) => submitJob(operation, request, context),
      }
    }
    if (isPricePath(rest, operation, context)) {
      return {
        endpoint: 'price',
        methods: ['POST'],
        handle: async (request, context) => {
          const prepared = await prepareRequest(operation, 'price', request, context)
          return 'rejection' in prepared ? prepared.rejection : dataReply({ price: prepared.price })
        },
      }
    }
  }
  return null
}

/** As specified, all price paths have the same ending. The live service has an exception. */
function isPricePath(rest: string, operation: Operation, context: SandboxContext): boolean {
  const specified = `${operation.path}/price-calculation`
  return rest === (context.settings.flavour === 'spec' ? specified : operation.pricePath)
}

function handleModels(request: ParsedRequest, context: SandboxContext): Reply {
  const base = `${context.address()}${API_PREFIX}models`
  return listModels(context.models.available(), request.query, context.settings.flavour, base)
}

function handleBalance(_request: ParsedRequest, context: SandboxContext): Reply {
  return dataReply({ balance: context.accounts.balance(context.clock.now()) })
}

async function handleStatus(request: ParsedRequest, context: SandboxContext): Promise<Reply> {
  const job = context.accounts.findJob(request.path.slice(`${API_PREFIX}request-status/`.length))
  if (!job) return errorReply(404, 'No query results for the requested resource.')
  return dataReply(await createStatusRecord(job, context))
}
