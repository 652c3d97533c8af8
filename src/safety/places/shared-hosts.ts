/** Endings under which anybody can have a host: the whole host must be named. */
export function isShared(domain: string): boolean {
  return /^(?:co|com|org|net|gov|ac|edu|ltd)\.[a-z]{2}$|^(?:github\.io|gitlab\.io|vercel\.app|netlify\.app|pages\.dev|workers\.dev|herokuapp\.com|web\.app|firebaseapp\.com|blogspot\.com|wordpress\.com|amazonaws\.com|azurewebsites\.net|cloudfront\.net|ngrok\.io|ngrok-free\.app|trycloudflare\.com|appspot\.com|fly\.dev|onrender\.com|lhr\.life|loca\.lt|webhook\.site|requestbin\.com|pipedream\.net|googleusercontent\.com|translate\.goog|sharepoint\.com|myshopify\.com|surge\.sh|repl\.co|glitch\.me|nip\.io|sslip\.io|duckdns\.org|dyndns\.org|no-ip\.org)$/.test(
    domain,
  );
}
