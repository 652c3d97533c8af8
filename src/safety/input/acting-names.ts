/**
 * Beginnings of button names that act: booking, giving, bidding, applying, ordering, handing in, sharing, discarding, in the languages of the other
 * lists.
 */
import { foldName } from './click-name.ts';

/** First words of names. */
const FIRST: ReadonlySet<string> = wordSet(`
  wire donate gift trade swap stake hire charge refund dispatch escalate fund bet
  bewerben bieten bietet mitbieten schenken verschenken spende uberweisung
  soumettre postuler encherir reglez virement donner offrir cotiser 
  mandar pujar inscribirse presentar donacion postular
  bonifico cestina spedisci spedire disiscriviti candidati offri disdici disdire scarta scartare
  submeter postar candidatar licitar
  boek indienen afmelden uitschrijven solliciteren bieden
  boka donera avprenumerera skank ansok bjud
  indsend udgiv doner afmeld ansog byd reserver
  przeslij wplac zloz licytuj wypisz zrezygnuj podaruj aplikuj
  poslat rezervovat zverejnit sdilet darovat prevest publikovat prihodit
  zdielat previest zverejnit
  rezerviraj podijeli doniraj prenesi podnesi placaj nakazi naroci oddaj
  rezerva distribuie partajeaza doneaza transfera comanda plaseaza aplica
  elkuldes elkuldom foglalas foglalok lefoglalom megosztas adomanyozas adomanyozok atutalas megrendeles leiratkozas jelentkezes kifizetes
  varaa valita lahjoita siirra
  broneeri avalda jaga anneta telli
  rezervet publicet kopigot parsutit ziedot pasutit
  rezervuoti paskelbti bendrinti aukoti uzsakyti
  reserva comparteix demana transfereix
  pesan terbitkan donasi kirimkan sumbang tempah kongsi majukan derma pindahkan
  magbayad ibahagi ipasa bumili
  κρατηση κρατηστε δωρεα μεταφορα δωριστε
  rezervasyon bagis havale bagisla basvur
  резервирай сподели дари преведи
  подать пожертвовать оформить отписаться забронируй
  забронювати подати пожертвувати переказати оформити відправити
`);

/** Names that must match completely, as their first word begins too many other names. */
const WHOLE: ReadonlySet<string> = wordSet(`
  book tip give contribute regler del dela aufgeben mitteilen dona hae deli 预约 予約 예약 放弃 放棄 จอง حجز הזמנה đang
`);

/** Parts of names, for languages without blanks or with inflection, and where one word is not enough. */
const PARTS: readonly string[] = [
  ...'place bet|place a bet|release fund|release payment|hand over|notify team|notify all|print and mail|charge card'.split(
    '|',
  ),
  ...'gebot abgeben|abo beenden|beitrag erstellen|anzeige aufgeben|bestellung aufgeben|jetzt bewerben'.split('|'),
  ...'un virement|passer la commande|un don|le virement|se desabonner|ma candidature'.split('|'),
  ...'una donacion|realizar pedido|hacer pedido|tramitar pedido|darse de baja|cancelar suscripcion'.split('|'),
  ...'una donazione|effettua ordine|annulla iscrizione|finalizar pedido|cancelar inscricao|meld av|odhlasit odber'.split(
    '|',
  ),
  ...'plaseaza comanda|rendeles leadasa|peruuta tilaus'.split('|'),
  ...'đat phong|đat hang|đat ve|đang bai|chia se|quyen gop|chuyen tien|chuyen khoan|mag book|mag donate|i publish'.split(
    '|',
  ),
  ...'rezervasyon yap|bagis yap|havale yap|para gonder'.split('|'),
  ...[
    '预订',
    '预定',
    '預訂',
    '預定',
    '订房',
    '訂房',
    '订票',
    '訂票',
    '捐款',
    '捐赠',
    '捐贈',
    '退订',
    '退訂',
    '汇款',
    '匯款',
    '申请',
    '申請',
  ],
  ...['予約する', '予約を', '今すぐ予約', '寄付', '振込', '振り込む', '申し込む', '応募', '申請'],
  ...['예약하기', '예약 확정', '지금 예약', '제출', '기부', '이체', '신청하기', '후원'],
  ...[
    'احجز',
    'مشاركة',
    'تبرع',
    'تحويل',
    'اطلب الآن',
    'تقديم',
    'رزرو',
    'انتشار',
    'هدایت',
    'اهدا',
    'انتقال',
    'سفارش',
    'اشتراک',
  ],
  ...['קנייה', 'הזמן עכשיו', 'פרסום', 'שיתוף', 'תרומה', 'הגש', 'תרום', 'שתף', 'פרסם'],
  ...['बुक करें', 'प्रकाशित', 'साझा', 'दान करें', 'ट्रांसफर', 'ऑर्डर', 'शेयर'],
  ...['จองเลย', 'จองห้อง', 'เผยแพร่', 'แชร์', 'บริจาค', 'โอนเงิน', 'สั่งซื้อ'],
  // The legally required words on the last button of a shop, where they contain no verb of the lists.
  ...'passer commande|zamawiam|obowiązkiem zapłaty|注文を確定|ご注文'.split('|'),
  // Discarding what was written.
  ...'descartar|abandonner les|scarta modific|não salvar|não guardar|non salvare|nie zapisuj|neukládat|neuložit|niet opslaan'.split(
    '|',
  ),
  ...'niet bewaren|spara inte|gem ikke|ikke lagre|älä tallenna|ne mentse|mentés nélkül|nu salva|kaydetme|không lưu'.split(
    '|',
  ),
  ...'не сохранять|не зберігати|не запазвай|χωρίς αποθήκευση|μην αποθηκευτεί'.split('|'),
  ...[
    '不保存',
    '不儲存',
    '不存储',
    '放弃更改',
    '放棄變更',
    '丢弃',
    '捨棄',
    '保存しない',
    '破棄',
    '저장 안 함',
    '저장하지 않',
  ],
  ...['عدم الحفظ', 'אל תשמור', 'न सहेजें', 'ไม่บันทึก'],
  // Resetting to factory state, and ending a contract.
  ...['重置', '恢复出厂', 'リセット', '初期化', '초기화', '재설정'],
  ...'отменить подписку|скасувати підписку|anuluj subskrypcję|zrušit předplatné|säg upp|opsig abonnement|opzeggen'.split(
    '|',
  ),
  ...['取消订阅', '取消訂閱', '解約', '구독 취소', '해지'],
].map(foldName);

const MOST_WORDS = 4;

/** Whether a button of this name, as folded by `foldName`, does such a thing. */
export function isActingName(folded: string): boolean {
  const all = folded.split(' ');
  if (WHOLE.has(folded) || (all.length <= MOST_WORDS && FIRST.has(all[0] ?? ''))) return true;
  return PARTS.some((part) => folded.includes(part));
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(
    text
      .split(/\s+/)
      .map(foldName)
      .filter((word) => word !== ''),
  );
}
