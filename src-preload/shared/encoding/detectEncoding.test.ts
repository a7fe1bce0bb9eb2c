import { describe, expect, test } from 'vitest'
import { decodeText } from './decodeText.ts'
import { detectEncoding } from './detectEncoding.ts'
import type { Encoding } from './encodings.ts'

/** Encodes text by the inverse of `TextDecoder`, which knows all encodings. */
function encoderOf(encoding: Encoding): (text: string) => Uint8Array {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const bytesOf = new Map<string, number[]>()
  const add = (bytes: number[]) => {
    try {
      const text = decoder.decode(new Uint8Array(bytes))
      if (Array.from(text).length === 1 && !bytesOf.has(text)) bytesOf.set(text, bytes)
    } catch {
      // Not a character of the encoding.
    }
  }
  for (let first = 0; first < 256; first++) add([first])
  for (let first = 0x81; first < 0xff; first++)
    for (let second = 0x40; second < 0xff; second++) if (!bytesOf.has('一')) add([first, second])
  for (let first = 0x81; first < 0xff; first++)
    for (let second = 0x40; second < 0xff; second++) add([first, second])
  return (text) =>
    new Uint8Array(
      Array.from(text).flatMap((character) => {
        const bytes = bytesOf.get(character)
        if (!bytes) throw new Error(`${encoding} has no ${character}`)
        return bytes
      }),
    )
}

const SAMPLES: [Encoding, string[]][] = [
  [
    'windows-1252',
    [
      'un château près de la forêt',
      'ein grünes Häuschen über dem Fluß',
      'niño con sombrero',
      '“fog” – café',
      'smörgås på ängen',
    ],
  ],
  ['macintosh', ['un château près de la forêt', 'ein grünes Häuschen über dem Fluß', 'café “fog”']],
  [
    'windows-1250',
    ['żółty kot na łące', 'žlutý kůň úpěl ďábelské ódy', 'árvíztűrő tükörfúrógép', 'źrebię w śniegu'],
  ],
  [
    'windows-1251',
    ['красный воздушный змей над морем', 'Кот', 'Чёрная кошка, акварель', 'жовтий повітряний змій'],
  ],
  ['koi8-r', ['красный воздушный змей над морем', 'Чёрная кошка в снегу']],
  ['ibm866', ['красный воздушный змей над морем', 'Чёрная кошка в снегу']],
  ['windows-1253', ['κόκκινος χαρταετός πάνω από τη θάλασσα', 'Μια γάτα στο παράθυρο']],
  ['windows-1254', ['kırmızı uçurtma gökyüzünde', 'yağmurlu bir gün, İstanbul']],
  ['windows-1255', ['עפיפון אדום מעל הים', 'חתול שחור']],
  ['windows-1256', ['طائرة ورقية حمراء فوق البحر', 'قطة سوداء']],
  ['windows-874', ['ว่าวสีแดงเหนือทะเล', 'แมวดำ']],
  ['shift_jis', ['赤い凧', '海の上の赤い凧、水彩画', '夜のネオン街']],
  ['euc-jp', ['海の上の赤い凧、水彩画', '夜のネオン街を歩く猫']],
  ['gb18030', ['红色风筝', '海上的红色风筝，水彩画', '一只黑猫坐在窗边']],
  ['big5', ['紅色風箏', '海上的紅色風箏，水彩畫', '一隻黑貓坐在窗邊']],
  ['euc-kr', ['바다 위의 빨간 연', '창가에 앉은 검은 고양이']],
]

describe.each(SAMPLES)('a table in %s', (encoding, prompts) => {
  const encode = encoderOf(encoding)

  test.each(prompts)('is read: %s', (prompt) => {
    const text = `prompt,steps\r\n${prompt.replaceAll(',', ' ')},4\r\n`
    expect(decodeText(encode(text))).toBe(text)
  })
})

test.each<[string, Encoding, Uint8Array]>([
  ['UTF-8', 'utf-8', Buffer.from('prompt\n赤い凧 café')],
  ['UTF-8 with a mark', 'utf-8', Buffer.from('\uFEFFprompt')],
  ['ASCII', 'utf-8', Buffer.from('prompt\na kite')],
  ['an empty file', 'utf-8', new Uint8Array()],
  ['UTF-16 LE', 'utf-16le', Buffer.from('\uFEFFprompt\n赤い凧', 'utf16le')],
  ['UTF-16 LE without a mark', 'utf-16le', Buffer.from('prompt\n赤い凧,4\n', 'utf16le')],
  ['UTF-16 BE without a mark', 'utf-16be', Buffer.from('prompt\n赤い凧,4\n', 'utf16le').swap16()],
  ['ISO-2022-JP', 'iso-2022-jp', Buffer.from('prompt\n\u001B$B@V\u001B(B', 'latin1')],
])('recognizes %s', (_, encoding, bytes) => {
  expect(detectEncoding(bytes)).toBe(encoding)
})

test('an encoding can be given instead of the guess', () => {
  const bytes = new Uint8Array([0xea, 0xee, 0xf2])
  expect(decodeText(bytes, 'windows-1251')).toBe('кот')
  expect(decodeText(bytes, 'koi8-r')).toBe('ЙНР')
})

test('a long file is recognized by its beginning, within a moment', () => {
  const bytes = Buffer.concat([Buffer.from('caf\xe9,4\n'.repeat(500_000), 'latin1')])
  expect(detectEncoding(bytes)).toBe('windows-1252')
})
