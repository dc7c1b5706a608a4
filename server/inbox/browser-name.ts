/** A fixed list keeps a stranger's text out of the staff's chat. The order matters: most also claim to be Chrome or Safari. */
const browsers: [mark: string, name: string][] = [
  ['Telegram', 'Telegram'],
  ['Instagram', 'Instagram'],
  ['YaBrowser/', 'Yandex'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['OPR/', 'Opera'],
  ['Edg', 'Edge'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
];
const systems: [mark: string, name: string][] = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Macintosh', 'Mac'],
  ['Linux', 'Linux'],
];

/** "Chrome, Android"; empty when unknown. */
export function browserName(userAgent = ''): string {
  const find = (names: typeof browsers) => names.find(([mark]) => userAgent.includes(mark))?.[1];
  return [find(browsers), find(systems)].filter(Boolean).join(', ');
}
