/** What buttons do by their names, in each language of the lists: acting names ask, and so do amounts; what only looks like one does not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeJson, openTestGate } from '../open-test-gate.ts';

const gate = await openTestGate();
const levelOf = (name: string, role = 'button'): string =>
  judgeJson(
    gate,
    { action: 'click', target: { element: 1 } },
    { app: 'chromium', window: 'Page - Chromium', element: { role, name } },
  ).risk;

/** Sending, deleting, buying, paying, booking, handing in, publishing, sharing, passing on, donating, transferring, ordering. */
const ACTING_NAMES: Readonly<Record<string, string>> = {
  de: 'Absenden|Verschicken|Löschen|Endgültig löschen|Kaufen|Jetzt kaufen|Bezahlen|Buchen|Zimmer reservieren|Einreichen|Veröffentlichen|Teilen|Weiterleiten|Spenden|Geld senden|Überweisung ausführen|Bestellung aufgeben|Jetzt bewerben|Gebot abgeben|Abo beenden|Newsletter abbestellen|Mitteilen|Beitrag erstellen|Bezahlen mit PayPal|Anzeige aufgeben',
  fr: 'Envoyer|Supprimer|Acheter|Payer|Réserver|Soumettre|Publier|Partager|Transférer|Faire un don|Effectuer le virement|Passer la commande|Commander|Postuler|Enchérir|Se désabonner|Valider|Régler|Louer',
  es: 'Enviar|Eliminar|Borrar|Comprar|Pagar|Reservar|Presentar|Publicar|Compartir|Reenviar|Donar|Hacer una donación|Transferir|Realizar pedido|Hacer pedido|Pujar|Darse de baja|Cancelar suscripción|Tramitar pedido|Mandar',
  it: 'Invia|Elimina|Acquista|Paga|Prenota|Invia domanda|Pubblica|Condividi|Inoltra|Dona|Fai una donazione|Bonifico|Effettua ordine|Ordina|Disiscriviti|Annulla iscrizione|Cestina|Spedisci',
  pt: 'Enviar|Excluir|Eliminar|Apagar|Comprar|Pagar|Reservar|Submeter|Publicar|Compartilhar|Encaminhar|Doar|Transferir|Finalizar pedido|Finalizar compra|Cancelar inscrição|Postar',
  nl: 'Verzenden|Verwijderen|Kopen|Betalen|Boeken|Boek nu|Reserveren|Indienen|Publiceren|Delen|Doorsturen|Doneren|Overmaken|Bestelling plaatsen|Bestellen|Afmelden|Plaatsen|Uitschrijven|Solliciteren',
  sv: 'Skicka|Ta bort|Radera|Köp|Betala|Boka|Boka nu|Lämna in|Publicera|Dela|Vidarebefordra|Donera|Överför|Beställ|Avprenumerera|Skänk',
  da: 'Send|Slet|Køb|Betal|Book|Reservér|Indsend|Udgiv|Del|Videresend|Donér|Overfør|Bestil|Afmeld',
  no: 'Send|Slett|Kjøp|Betal|Bestill|Reserver|Send inn|Publiser|Del|Videresend|Doner|Overfør|Meld av',
  pl: 'Wyślij|Usuń|Kup|Kup teraz|Zapłać|Zarezerwuj|Prześlij|Opublikuj|Udostępnij|Przekaż|Wpłać|Przelej|Zamów|Złóż zamówienie|Licytuj|Wypisz się|Zrezygnuj z subskrypcji',
  cs: 'Odeslat|Poslat|Smazat|Odstranit|Koupit|Zaplatit|Rezervovat|Zveřejnit|Sdílet|Přeposlat|Darovat|Převést|Objednat|Potvrdit objednávku|Odhlásit odběr|Publikovat',
  sk: 'Odoslať|Poslať|Odstrániť|Zmazať|Kúpiť|Zaplatiť|Rezervovať|Zverejniť|Zdieľať|Preposlať|Darovať|Previesť|Objednať',
  hr: 'Pošalji|Izbriši|Obriši|Kupi|Plati|Rezerviraj|Objavi|Podijeli|Proslijedi|Doniraj|Prenesi|Naruči|Podnesi',
  sl: 'Pošlji|Izbriši|Kupi|Plačaj|Rezerviraj|Objavi|Deli|Posreduj|Doniraj|Nakaži|Naroči|Oddaj',
  ro: 'Trimite|Șterge|Cumpără|Plătește|Rezervă|Publică|Distribuie|Partajează|Redirecționează|Donează|Transferă|Comandă|Plasează comanda',
  hu: 'Küldés|Elküldés|Törlés|Vásárlás|Fizetés|Foglalás|Lefoglalom|Közzététel|Megosztás|Továbbítás|Adományozás|Átutalás|Megrendelés|Rendelés leadása|Leiratkozás',
  fi: 'Lähetä|Poista|Osta|Maksa|Varaa|Julkaise|Jaa|Lähetä edelleen|Välitä|Lahjoita|Siirrä rahaa|Tilaa|Peruuta tilaus',
  et: 'Saada|Kustuta|Osta|Maksa|Broneeri|Avalda|Jaga|Edasta|Anneta|Telli',
  lv: 'Sūtīt|Nosūtīt|Dzēst|Pirkt|Maksāt|Rezervēt|Publicēt|Kopīgot|Pārsūtīt|Ziedot|Pasūtīt',
  lt: 'Siųsti|Ištrinti|Pirkti|Mokėti|Rezervuoti|Paskelbti|Bendrinti|Persiųsti|Aukoti|Užsakyti',
  ca: 'Envia|Esborra|Suprimeix|Compra|Paga|Reserva|Publica|Comparteix|Reenvia|Dona|Demana|Transfereix',
  vi: 'Gửi|Xóa|Mua|Mua ngay|Thanh toán|Đặt phòng|Đặt hàng|Đăng|Chia sẻ|Chuyển tiếp|Quyên góp|Chuyển tiền|Đặt vé',
  id: 'Kirim|Hapus|Beli|Bayar|Pesan|Pesan sekarang|Terbitkan|Bagikan|Teruskan|Donasi|Transfer|Kirimkan',
  ms: 'Hantar|Padam|Beli|Bayar|Tempah|Terbitkan|Kongsi|Majukan|Derma|Pindahkan wang',
  fil: 'Ipadala|Burahin|Bilhin|Magbayad|Mag-book|I-publish|Ibahagi|Ipasa|Mag-donate',
  el: 'Αποστολή|Διαγραφή|Αγορά|Πληρωμή|Κράτηση|Υποβολή|Δημοσίευση|Κοινοποίηση|Προώθηση|Δωρεά|Μεταφορά|Παραγγελία',
  tr: 'Gönder|Sil|Satın al|Öde|Rezervasyon yap|Yayınla|Paylaş|İlet|Bağış yap|Para gönder|Sipariş ver|Havale yap',
  bg: 'Изпрати|Изтрий|Купи|Плати|Резервирай|Публикувай|Сподели|Препрати|Дари|Преведи|Поръчай',
  ru: 'Отправить|Удалить|Купить|Оплатить|Забронировать|Подать|Опубликовать|Поделиться|Переслать|Пожертвовать|Перевести|Заказать|Оформить заказ|Отписаться',
  uk: 'Надіслати|Видалити|Купити|Сплатити|Забронювати|Подати|Опублікувати|Поділитися|Переслати|Пожертвувати|Переказати|Замовити|Оформити замовлення|Відправити',
  zh: '发送|删除|购买|付款|预订|预定|提交|发布|分享|转发|捐款|捐赠|转账|下单|立即购买|發送|刪除|預訂|訂房|捐款|轉帳|退订',
  ja: '送信|削除|購入|支払う|予約する|予約を確定|投稿|共有|転送|寄付する|振込|振り込む|注文する|申し込む|応募する',
  ko: '보내기|삭제|구매|결제|예약|예약하기|제출|게시|공유|전달|기부|송금|이체|주문|신청하기',
  ar: 'إرسال|حذف|شراء|دفع|احجز الآن|حجز|نشر|مشاركة|إعادة توجيه|تبرع|تحويل|اطلب الآن|تقديم',
  fa: 'ارسال|حذف|خرید|پرداخت|رزرو|انتشار|اشتراک‌گذاری|هدایت|اهدا|انتقال|سفارش',
  he: 'שליחה|מחיקה|קנייה|תשלום|הזמנה|הזמן עכשיו|פרסום|שיתוף|העברה|תרומה|הגש',
  hi: 'भेजें|हटाएं|खरीदें|भुगतान करें|बुक करें|प्रकाशित करें|साझा करें|अग्रेषित करें|दान करें|ट्रांसफर|ऑर्डर करें|शेयर करें',
  th: 'ส่ง|ลบ|ซื้อ|ชำระเงิน|จอง|จองเลย|เผยแพร่|แชร์|ส่งต่อ|บริจาค|โอนเงิน|สั่งซื้อ',
  en: 'Send|Delete|Buy|Pay|Book|Book now|Book this room|Reserve|Submit|Publish|Share|Forward|Donate|Transfer|Place order|Order|Wire money|Bid|Apply|Unsubscribe|Tip|Give|Contribute|Checkout|Place bet|Trade|Swap|Stake|Hire|Charge card|Refund|Send to all|Notify team|Schedule send|Hand over|Release funds|Fund|Escalate|Dispatch|Print and mail',
};

const AMOUNTS =
  '20 Fr.|Fr. 20.-|12 USDC|0.5 BTC|0.01 ETH|₿0.1|199 zł|499 Kč|1 200 Ft|35 lei|120 лв|300 грн|₴300|99 TL|₺99|R$ 9|S$ 12|A$5|₩5000|5000원|1200円|100元|฿90|₫50000|50.000 đ|Rp 50.000|RM 12|₱100|₪40|40 ש"ח|د.إ 100|100 ر.س|₦500|KSh 200|99,- kr|99 kr|5 Euro|5 Dollar|fünf Euro zahlen|$5/mo|€ 5,-|5€|from $3|5 bucks|100 INR|Rs. 500|500 рублей|500 руб.|10 francs|12 PLN|12 pounds|99¢';

/** What was written is lost, all is as it came, a contract ends, or a shop's last button in the words of the law. */
const LOSES =
  "Don't Save|Nicht speichern|Ne pas enregistrer|No guardar|Non salvare|Não salvar|Niet opslaan|Spara inte|Gem ikke|Ikke lagre|Nie zapisuj|Neukládat|Älä tallenna|Kaydetme|Не сохранять|Не зберігати|Χωρίς αποθήκευση|保存しない|不保存|저장 안 함|ไม่บันทึก|Không lưu|Descartar|Descartar cambios|Scarta|Abandonner les modifications|変更を破棄|放弃更改|リセット|重置|초기화|Disdici|Opzeggen|Отменить подписку|解約する|取消订阅|구독 취소|Passer commande|Zamawiam z obowiązkiem zapłaty|注文を確定する";

test('a button that loses what was written, resets or ends a contract asks in every language', () => {
  assert.deepEqual(
    LOSES.split('|').filter((name) => ['safe', 'moderate'].includes(levelOf(name))),
    [],
  );
});

for (const [language, names] of Object.entries(ACTING_NAMES))
  test(`acting names ask: ${language}`, () => {
    assert.deepEqual(
      names.split('|').filter((name) => ['safe', 'moderate'].includes(levelOf(name))),
      [],
    );
  });

test('an amount of money asks, however it is written', () => {
  assert.deepEqual(
    AMOUNTS.split('|').filter((name) => ['safe', 'moderate'].includes(levelOf(name))),
    [],
  );
});

test('what looks like an act or an amount runs', () => {
  for (const name of 'Next|Previous|Bookmarks|Show details|Zoom in|Sort by price|View payment history|Settings|Inbox|Sent|eth0|PHP 8|20 Fri|Fr. 20.|Fr. 20.11.|Mi 12|720p|12:30|100%|3 items|Page 3|Archive|Reply|Add row|Bold|Peruuta|Annuler|Cancelar|Anular|Annulla|Abbrechen|취소|取消|キャンセル|Отклонить|Odrzuć wszystkie|Zapisano|Сохранено|Suspended|Del 1 al 5|Tip of the day|Give feedback later|Weather|Booking.com|Translate|Translator|Tradurre|Übersetzen|Suivre mes colis|Weekly report|Chart 5|R 4.1|Contact|Kalender|日历|設定|メニュー|설정|الإعدادات|הגדרות|सेटिंग्स|ตั้งค่า'.split(
    '|',
  ))
    assert.ok(['safe', 'moderate'].includes(levelOf(name)), name);
  for (const name of ['Book flight for $733', 'Boka', '0.5 BTC', 'Faire un don', '5$/mo'])
    assert.ok(['safe', 'moderate'].includes(levelOf(name, 'row')), `a row: ${name}`);
});

test('a link that names an act with its price asks, a title or a price alone does not', () => {
  for (const name of ['Book flight for $733', 'Order now for 5 €', 'Jetzt bestellen für 20 €', 'Réserver pour 99 €'])
    assert.equal(levelOf(name, 'link'), 'high', name);
  for (const name of ['Book of Kells $20', 'Flight 733 from $99', 'Books for $5', 'Bookshelf $733'])
    assert.equal(levelOf(name, 'link'), 'moderate', name);
});
