import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../host/call.ts'
import { link } from '../host/link.ts'
import { t } from '../i18n/t.ts'
import { toasts } from '../lib/toasts.ts'

const EVERY_MS = 2000

/** Polls a studio that does not respond; refreshes everything on screen when it responds again. */
export function useStudioLink(): void {
  const client = useQueryClient()
  const lost = link((state) => state.state === 'lost')
  useEffect(() => {
    if (!lost) return
    const knock = () => {
      call('studio.info', undefined).then(
        () => {
          toasts.getState().show({ text: t('shell.lost_again') })
          return client.invalidateQueries()
        },
        () => undefined,
      )
    }
    const timer = setInterval(knock, EVERY_MS)
    return () => clearInterval(timer)
  }, [lost, client])
}
