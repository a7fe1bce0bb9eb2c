import { checkFault } from '../faults/parseFault.ts'
import type { ParsedRequest } from '../http/ParsedRequest.ts'
import { dataReply, errorReply, type Reply } from '../http/Reply.ts'
import type { SandboxContext } from '../SandboxContext.ts'
import { SandboxControl } from './SandboxControl.ts'

/** Serves `/__sandbox/…`: the control interface over HTTP. The caller has checked the key. */
export function handleControlRequest(request: ParsedRequest, context: SandboxContext): Reply {
  const control = new SandboxControl(context)
  const { fields } = request.body
  switch (`${request.method} ${request.path}`) {
    case 'GET /__sandbox/faults':
      return dataReply(control.faults())
    case 'POST /__sandbox/faults':
      try {
        control.setFaults(toArray(fields.faults).map(checkFault))
        return dataReply(control.faults())
      } catch (error) {
        return errorReply(422, error instanceof Error ? error.message : String(error))
      }
    case 'GET /__sandbox/ledger':
      return dataReply(control.ledger())
    case 'GET /__sandbox/counts':
      return dataReply(control.counts())
    case 'POST /__sandbox/counts/reset':
      control.resetCounts()
      return dataReply(control.counts())
    case 'POST /__sandbox/balance':
      if (typeof fields.balance !== 'number') return errorReply(422, 'balance is a number of dollars.')
      control.setBalance(fields.balance)
      return dataReply({ balance: control.balance() })
    case 'POST /__sandbox/hidden-models':
      control.hideModels(toArray(fields.slugs).map(String))
      return dataReply({ offered: context.catalogue.offered().length })
    default:
      return errorReply(404, 'No such endpoint.')
  }
}

function toArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
