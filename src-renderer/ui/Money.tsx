import { formatMoney, formatShortMoney } from '../../src-preload/shared/formatMoney.ts'

/** An amount in a list: four significant digits, with all of them in the tooltip. */
export function Money({ nanoDollars }: { nanoDollars: number }) {
  const [short, exact] = [formatShortMoney(nanoDollars), formatMoney(nanoDollars)]
  return short === exact ? short : <span title={exact}>{short}</span>
}
