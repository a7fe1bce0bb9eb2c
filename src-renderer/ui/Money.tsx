import { formatMoney } from '../../src-preload/shared/formatMoney.ts'
import { shortMoney } from '../../src-preload/shared/shortMoney.ts'

/** An amount in a list: four significant digits, with all of them in the tooltip. */
export function Money({ nanoDollars }: { nanoDollars: number }) {
  const [short, exact] = [shortMoney(nanoDollars), formatMoney(nanoDollars)]
  return short === exact ? short : <span title={exact}>{short}</span>
}
