/** Sites whose pages are documents: text typed there stays in the document that the person opened. */
const HOSTS: readonly string[] = [
  'docs.google.com',
  'sheets.google.com',
  'slides.google.com',
  'word.cloud.microsoft',
  'excel.cloud.microsoft',
  'powerpoint.cloud.microsoft',
  'overleaf.com',
  'etherpad.wikimedia.org',
  'pad.riseup.net',
];

/** By its address, as the browser tells it. */
export function isDocumentSite(address: string | undefined): boolean {
  if (address === undefined || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' && HOSTS.some((host) => hostname === host || hostname === `www.${host}`);
}
