import { considerRequest } from '../jobs/considerRequest.ts'
import { statusRecord } from '../jobs/statusRecord.ts'
import { submitJob } from '../jobs/submitJob.ts'
import { listModels } from '../models/listModels.ts'
import type { Operation } from '../operations/Operation.ts'
import type { Parts } from '../Parts.ts'
import { serveResult } from '../results/serveResult.ts'
import type { Call, Endpoint } from './Call.ts'
import { data, refusal, type Reply } from './Reply.ts'

export interface Route {
  endpoint: Endpoint
  methods: string[]
  run: (call: Call, parts: Parts) => Reply | Promise<Reply>
}

const PREFIX = '/api/v1/client/'
const READ = ['GET', 'HEAD']

/** The endpoint at a path (spec.md §Endpoints, facts.md §1.1); null where there is none. */
export function findRoute(path: string, parts: Parts): Route | null {
  if (path.startsWith('/results/')) return { endpoint: 'result', methods: READ, run: serveResult }
  if (!path.startsWith(PREFIX)) return null
  const rest = path.slice(PREFIX.length)
  if (rest === 'models') return { endpoint: 'models', methods: READ, run: models }
  if (rest === 'balance') return { endpoint: 'balance', methods: READ, run: balance }
  if (rest.startsWith('request-status/')) return { endpoint: 'status', methods: READ, run: status }
  for (const operation of parts.operations) {
    if (rest === operation.path) {
      return {
        endpoint: 'submit',
        methods: ['POST'],
        run: async (call, parts) => submitJob(operation, call, parts),
      }
    }
    if (isPricePath(rest, operation, parts)) {
      return {
        endpoint: 'price',
        methods: ['POST'],
        run: async (call, parts) => {
          const considered = await considerRequest(operation, 'price', call, parts)
          return 'refused' in considered ? considered.refused : data({ price: considered.price })
        },
      }
    }
  }
  return null
}

/** As specified every price path ends alike; live has an exception. */
function isPricePath(rest: string, operation: Operation, parts: Parts): boolean {
  const specified = `${operation.path}/price-calculation`
  return rest === (parts.settings.flavour === 'spec' ? specified : operation.pricePath)
}

function models(call: Call, parts: Parts): Reply {
  const base = `${parts.address()}${PREFIX}models`
  return listModels(parts.catalogue.offered(), call.query, parts.settings.flavour, base)
}

function balance(_call: Call, parts: Parts): Reply {
  return data({ balance: parts.books.balance(parts.clock.now()) })
}

async function status(call: Call, parts: Parts): Promise<Reply> {
  const job = parts.books.job(call.path.slice(`${PREFIX}request-status/`.length))
  if (!job) return refusal(404, 'No query results for the requested resource.')
  return data(await statusRecord(job, parts))
}
