import { prepareRequest } from '../jobs/prepareRequest.ts'
import { statusRecord } from '../jobs/statusRecord.ts'
import { submitJob } from '../jobs/submitJob.ts'
import { listModels } from '../models/listModels.ts'
import type { Operation } from '../operations/Operation.ts'
import type { SandboxContext } from '../SandboxContext.ts'
import { serveResult } from '../results/serveResult.ts'
import type { Endpoint, ParsedRequest } from './ParsedRequest.ts'
import { dataReply, errorReply, type Reply } from './Reply.ts'

export interface Route {
  endpoint: Endpoint
  methods: string[]
  run: (request: ParsedRequest, context: SandboxContext) => Reply | Promise<Reply>
}

const PREFIX = '/api/v1/client/'
const READ = ['GET', 'HEAD']

/** The endpoint at a path (service.md §Requests), or null. */
export function findRoute(path: string, context: SandboxContext): Route | null {
  if (path.startsWith('/results/')) return { endpoint: 'result', methods: READ, run: serveResult }
  if (!path.startsWith(PREFIX)) return null
  const rest = path.slice(PREFIX.length)
  if (rest === 'models') return { endpoint: 'models', methods: READ, run: models }
  if (rest === 'balance') return { endpoint: 'balance', methods: READ, run: balance }
  if (rest.startsWith('request-status/')) return { endpoint: 'status', methods: READ, run: status }
  for (const operation of context.operations) {
    if (rest === operation.path) {
      return {
        endpoint: 'submit',
        methods: ['POST'],
        run: async (request, context) => submitJob(operation, request, context),
      }
    }
    if (isPricePath(rest, operation, context)) {
      return {
        endpoint: 'price',
        methods: ['POST'],
        run: async (request, context) => {
          const prepared = await prepareRequest(operation, 'price', request, context)
          return 'refused' in prepared ? prepared.refused : dataReply({ price: prepared.price })
        },
      }
    }
  }
  return null
}

/** In the specification all price paths end alike. The live service has an exception. */
function isPricePath(rest: string, operation: Operation, context: SandboxContext): boolean {
  const specified = `${operation.path}/price-calculation`
  return rest === (context.settings.flavour === 'spec' ? specified : operation.pricePath)
}

function models(request: ParsedRequest, context: SandboxContext): Reply {
  const base = `${context.address()}${PREFIX}models`
  return listModels(context.catalogue.offered(), request.query, context.settings.flavour, base)
}

function balance(_request: ParsedRequest, context: SandboxContext): Reply {
  return dataReply({ balance: context.accounts.balance(context.clock.now()) })
}

async function status(request: ParsedRequest, context: SandboxContext): Promise<Reply> {
  const job = context.accounts.job(request.path.slice(`${PREFIX}request-status/`.length))
  if (!job) return errorReply(404, 'No query results for the requested resource.')
  return dataReply(await statusRecord(job, context))
}
