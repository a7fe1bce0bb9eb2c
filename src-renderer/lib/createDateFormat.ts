const { locale, hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
const { region = '001' } = new Intl.Locale(locale).maximize()
const dateLocale = new Intl.Locale('en', { region, calendar: 'gregory', ...(hourCycle && { hourCycle }) })

/** A date format in the language of the texts, with the order of the system's region and its 12-hour or 24-hour clock. */
export const createDateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(dateLocale, options)
