import type { Call } from '../http/Call.ts'
import { data, refusal, type Reply } from '../http/Reply.ts'
import type { Parts } from '../Parts.ts'
import { checkFault } from '../faults/parseFault.ts'
import { SandboxControl } from './SandboxControl.ts'

/** `/__sandbox/…`: the back door over HTTP, open only with the sandbox's key. */
export function controlDoor(call: Call, parts: Parts): Reply {
  const control = new SandboxControl(parts)
  const { fields } = call.body
  switch (`${call.method} ${call.path}`) {
    case 'GET /__sandbox/faults':
      return data(control.faults())
    case 'POST /__sandbox/faults':
      try {
        control.setFaults(list(fields.faults).map(checkFault))
        return data(control.faults())
      } catch (error) {
        return refusal(422, error instanceof Error ? error.message : String(error))
      }
    case 'GET /__sandbox/ledger':
      return data(control.ledger())
    case 'GET /__sandbox/counts':
      return data(control.counts())
    case 'POST /__sandbox/counts/reset':
      control.resetCounts()
      return data(control.counts())
    case 'POST /__sandbox/balance':
      if (typeof fields.balance !== 'number') return refusal(422, 'balance is a number of dollars.')
      control.setBalance(fields.balance)
      return data({ balance: control.balance() })
    case 'POST /__sandbox/hidden-models':
      control.hideModels(list(fields.slugs).map(String))
      return data({ offered: parts.catalogue.offered().length })
    default:
      return refusal(404, 'No such door.')
  }
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
