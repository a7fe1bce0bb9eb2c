import { formatMoney } from '../../src-preload/shared/formatMoney.ts'
import { shortMoney } from '../../src-preload/shared/shortMoney.ts'

/** An amount in a list: four significant digits, with all of them in the tooltip. */
export function Money({ nano }: { nano: number }) {
  const [short, exact] = [shortMoney(nano), formatMoney(nano)]
  return short === exact ? short : <span title={exact}>{short}</span>
}
