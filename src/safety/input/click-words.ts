/** Names of buttons that buy, send, delete or allow: data, several languages, in any case. Whole words. */

export const ACTING_CLICK_WORDS: readonly string[] = [
  // English
  `buy purchase pay order checkout subscribe unsubscribe donate bid reserve rent transfer withdraw deposit redeem sell invest
   send submit post publish share tweet retweet repost invite call dial
   delete remove erase discard trash destroy wipe clear reset format uninstall purge revoke terminate deactivate disable unfriend block leave
   confirm approve accept agree allow authorize authorise grant permit trust enable activate proceed consent sign unlock continue anyway apply
   install update upgrade download run execute restart reboot shutdown logout overwrite replace merge deploy push commit pair join
   login signin signup register
   revert rollback verify exec broadcast claim
   enroll enrol unfollow
   empty forget kick ban vote rsvp pledge renew regenerate reveal unlink unpair eject unmount recycle`,
  // German
  `kaufen bezahlen zahlen bestellen abonnieren spenden buchen reservieren mieten überweisen abheben einzahlen einlösen verkaufen
   senden absenden abschicken verschicken posten veröffentlichen teilen einladen anrufen
   beantragen einreichen einschreiben
   löschen entfernen verwerfen leeren zurücksetzen formatieren deinstallieren widerrufen kündigen stornieren deaktivieren blockieren verlassen abbestellen
   bestätigen genehmigen akzeptieren annehmen zustimmen erlauben zulassen autorisieren gewähren vertrauen aktivieren fortfahren unterschreiben entsperren anwenden
   kaufe kauf sende lösche bezahle bestelle bestellung bestätige erlaube installiere abschließen einwilligen zahlungspflichtig freigeben neustart
   installieren aktualisieren herunterladen ausführen neustarten herunterfahren abmelden anmelden registrieren überschreiben ersetzen koppeln beitreten`,
  // French
  `acheter payer commander réserver louer virer rembourser vendre abonner souscrire envoyer publier partager transférer inviter appeler poster
   supprimer effacer enlever retirer vider réinitialiser formater désinstaller révoquer résilier désactiver bloquer
   confirmer approuver accepter autoriser permettre valider activer continuer signer déverrouiller appliquer
   achetez achat payez paiement commandez envoyez publiez partagez supprimez confirmez acceptez accepte validez autorisez installez
   installer télécharger exécuter redémarrer éteindre déconnecter remplacer écraser rejoindre`,
  // Spanish
  `comprar pagar pedir ordenar suscribir suscribirse reservar alquilar transferir retirar depositar canjear vender donar
   enviar publicar compartir invitar llamar eliminar borrar quitar suprimir vaciar restablecer formatear desinstalar revocar desactivar bloquear
   confirmar aprobar aceptar permitir autorizar conceder activar continuar firmar desbloquear aplicar
   compre pague envíe envía elimine borra confirma confirme acepta acepto acepte publica comparte instala
   instalar actualizar descargar ejecutar reiniciar apagar desconectar reemplazar sobrescribir unirse`,
  // Italian
  `acquista acquistare compra comprare paga pagare ordina ordinare abbonati prenota prenotare noleggia trasferisci preleva vendi dona
   invia inviare pubblica pubblicare condividi condividere inoltra invita chiama
   elimina eliminare cancella cancellare rimuovi rimuovere svuota ripristina formatta disinstalla revoca disattiva blocca
   conferma confermare approva approvare accetta accettare consenti autorizza concedi attiva continua firma sblocca applica
   installa aggiorna scarica esegui riavvia spegni disconnetti sostituisci sovrascrivi unisciti`,
  // Portuguese
  `envie aceite aceito instale exclua apague publique encomendar assinar subscrever alugar levantar sacar doar compartilhar partilhar encaminhar convidar
   excluir apagar remover esvaziar redefinir formatar desinstalar desativar aprovar aceitar ativar baixar executar desligar substituir`,
  // Dutch
  `koop betaal verzend stuur bestel accepteer deel kopen betalen bestellen abonneren boeken reserveren huren overmaken verkopen doneren verzenden versturen verstuur plaatsen publiceren delen doorsturen uitnodigen bellen
   verwijderen verwijder wissen wis legen formatteren intrekken deactiveren blokkeren verlaten
   bevestigen bevestig goedkeuren accepteren toestaan machtigen verlenen activeren doorgaan ondertekenen ontgrendelen toepassen
   installeren installeer bijwerken downloaden uitvoeren uitloggen inloggen vervangen`,
  // Swedish, Danish, Norwegian
  `köp köpa betala beställ beställa prenumerera överför sälj skicka publicera radera återställ avinstallera återkalla inaktivera blockera lämna bekräfta godkänn acceptera tillåt aktivera fortsätt installera uppdatera ersätt
   køb betal bestil abonner overfør sælg offentliggør slet fjern nulstil afinstaller tilbagekald deaktiver bloker bekræft godkend accepter tillad aktiver fortsæt installer opdater erstat
   kjøp bestill selg publiser slett tilbakestill avinstaller blokker bekreft godkjenn aksepter tillat aktiver fortsett oppdater`,
  // Polish, Czech
  `kup zapłać zamów subskrybuj zarezerwuj przelej sprzedaj wyślij opublikuj udostępnij zaproś zadzwoń usuń skasuj opróżnij zresetuj sformatuj odinstaluj odwołaj wyłącz zablokuj opuść potwierdź zatwierdź zaakceptuj akceptuj zezwól autoryzuj włącz kontynuuj zainstaluj zaktualizuj pobierz uruchom wyloguj zaloguj zastąp
   koupit zaplatit objednat odeslat odstranit smazat vymazat odinstalovat potvrdit schválit přijmout povolit pokračovat nainstalovat aktualizovat stáhnout spustit`,
  // Slovak, Croatian, Serbian, Slovene
  `kúpiť zaplatiť odoslať odstrániť zmazať vymazať potvrdiť povoliť prijať nainštalovať objednať
   kupi plati pošalji pošlji obriši izbriši potvrdi prihvati dozvoli dopusti instaliraj naruči objavi`,
  // Romanian, Hungarian
  `cumpără plătește trimite șterge confirmă acceptă permite instalează elimină publică
   vásárlás megveszem fizetés fizetek küldés elküld törlés töröl megerősítés megerősít elfogad engedélyez telepítés telepít közzététel megrendel`,
  // Finnish, Estonian, Latvian, Lithuanian
  `osta maksa lähetä poista julkaise vahvista hyväksy salli asenna tilaa jaa
   saada kustuta kinnita luba installi pirkt maksāt sūtīt nosūtīt dzēst apstiprināt atļaut instalēt
   pirkti mokėti siųsti ištrinti patvirtinti leisti įdiegti`,
  // Catalan, Vietnamese, Indonesian, Malay, Filipino
  `envia esborra suprimeix accepta permet mua gửi xóa xoá hapus kirim beli bayar setuju izinkan pasang padam hantar terima konfirmasi
   sahkan unduh bagikan bilhin bayaran ipadala burahin payagan`,
  // Greek
  `αγορά αγοράστε πληρωμή πληρώστε παραγγελία αποστολή στείλτε υποβολή δημοσίευση κοινοποίηση διαγραφή κατάργηση επιβεβαίωση αποδοχή
   αποδέχομαι συμφωνώ επιτρέπεται εγκατάσταση αποσύνδεση`,
  // Turkish
  `öde sipariş gönder yayınla paylaş kaldır boşalt sıfırla onayla etkinleştir yükle çalıştır değiştir`,
  // Bulgarian, Serbian
  `купувам поръчвам изпращам купи плати изпрати изтрий потвърди приеми позволи инсталирай поръчай публикувай пошаљи обриши дозволи прихвати`,
  // Russian, Ukrainian
  `купить оплатить заказать подписаться забронировать перевести продать отправить опубликовать поделиться пригласить позвонить удалить стереть очистить сбросить отозвать отключить заблокировать выйти подтвердить одобрить принять разрешить включить продолжить применить установить обновить скачать загрузить запустить войти заменить
   купити сплатити замовити підписатися надіслати опублікувати поділитися видалити очистити скинути вимкнути заблокувати вийти підтвердити схвалити прийняти дозволити увімкнути продовжити встановити оновити завантажити запустити замінити`,
];

/** Phrases; they count anywhere in a name. */
export const ACTING_CLICK_PHRASES: readonly string[] = [
  'check out',
  'sign out',
  'sign in',
  'sign up',
  'log out',
  'log in',
  'log off',
  'lock screen',
  'without saving',
  'dont save',
  'roll back',
  'start trial',
  'free trial',
  'try free',
  'start free',
  'while using the app',
  '1 click',
  'go live',
  'launch instance',
  'i m sure',
  'im sure',
  'hand in',
  'turn in',
  'add friend',
  'close issue',
  'close pull request',
  'change visibility',
  'start streaming',
  'save card',
  'request money',
  'request payment',
  'restore backup',
  'restore from backup',
  'copy secret',
  'export passwords',
  'export keys',
  'make offer',
  'make an offer',
  'in den einkaufswagen',
  'shut down',
  'turn off',
  'turn on',
  'move to bin',
  'empty bin',
  'force quit',
  'don t save',
  'do not save',
  'add to cart',
  'add to basket',
  'add to bag',
  'add to trolley',
  'book now',
  'one click',
  'make payment',
  'hang up',
  'take control',
  'remote control',
  'full access',
  'screen recording',
  'i understand',
  'go ahead',
  'sell now',
  'cancel subscription',
  'cancel order',
  'cancel booking',
  'cancel membership',
  'cancel plan',
  'close account',
  'end session',
  'drop table',
  'save changes',
  'save and close',
  'reply all',
  'zur kasse',
  'in den warenkorb',
  'in den papierkorb',
  'nicht sichern',
  'nicht speichern',
  'sofort beenden',
  'voller zugriff',
  'se deconnecter',
  'se connecter',
  's inscrire',
  'ne pas enregistrer',
  'mettre a jour',
  'forcer a quitter',
  'ajouter au panier',
  'cerrar sesion',
  'iniciar sesion',
  'no guardar',
  'forzar salida',
  'anadir al carrito',
  'agregar al carrito',
  'satin al',
  'izin ver',
  'kabul et',
  'ta bort',
  'sign here',
  'add to chrome',
  'add to firefox',
  'add to slack',
  'add extension',
  'add member',
  'add collaborator',
  'make public',
  'make admin',
  'make owner',
  'give access',
  'connect wallet',
  'link account',
  'create account',
  'create token',
  'generate token',
  'show password',
  'copy password',
  'copy token',
  'use this account',
  'top up',
  'finish order',
  'complete order',
  'mark as spam',
  'dong y',
  'đong y',
  'cho phep',
  'thanh toan',
  'cai đat',
];

/** Names that act when they are the whole name. */
export const YES_NAMES: readonly string[] = [
  'get',
  'always',
  'like',
  'follow',
  'complete',
  'connect',
  'do it',
  'sleep',
  'ubernehmen',
  'keep',
  'print',
  'drucken',
  'imprimer',
  'imprimir',
  'stampa',
  'sil',
];

/** Languages without blanks between words: a part of the name is enough. */
export const ACTING_CLICK_PARTS: readonly string[] = [
  '购买',
  '購買',
  '付款',
  '支付',
  '下单',
  '下單',
  '订购',
  '訂購',
  '结账',
  '結帳',
  '发送',
  '發送',
  '提交',
  '发布',
  '發佈',
  '分享',
  '删除',
  '刪除',
  '移除',
  '清空',
  '清除',
  '卸载',
  '解除安裝',
  '确认',
  '確認',
  '确定',
  '確定',
  '同意',
  '允许',
  '允許',
  '授权',
  '授權',
  '安装',
  '安裝',
  '接受',
  '注销',
  '登出',
  '转账',
  '轉帳',
  '購入',
  '買う',
  '支払',
  '注文',
  '送信',
  '投稿',
  '公開',
  '共有',
  '削除',
  '消去',
  '空にする',
  'アンインストール',
  '承認',
  '許可',
  '同意',
  'インストール',
  'ログアウト',
  '送金',
  '実行',
  '保存しない',
  '続ける',
  '구매',
  '결제',
  '주문',
  '보내기',
  '전송',
  '게시',
  '공유',
  '삭제',
  '제거',
  '비우기',
  '확인',
  '승인',
  '허용',
  '동의',
  '설치',
  '로그아웃',
  '송금',
  '실행',
  'حذف',
  'إرسال',
  'ارسال',
  'شراء',
  'اشتر',
  'أرسل',
  'دفع',
  'تأكيد',
  'موافق',
  'السماح',
  'تثبيت',
  'נא לאשר',
  'מחק',
  'שלח',
  'קנה',
  'שלם',
  'אשר',
  'התקן',
  'हटाएं',
  'भेजें',
  'खरीदें',
  'भुगतान',
  'पुष्टि',
  'अनुमति',
  'ลบ',
  'ส่ง',
  'ซื้อ',
  'ชำระ',
  'ยืนยัน',
  'อนุญาต',
  'ติดตั้ง',
  'ตกลง',
  'ยอมรับ',
  'โพสต์',
  'خرید',
  'پرداخت',
  'تایید',
  'تأیید',
  'اجازه',
  'نصب',
  'موافقة',
  'أوافق',
  'قبول',
  'نشر',
  'אישור',
  'מחיקה',
  'שליחה',
  'תשלום',
  'מסכים',
  'התקנה',
  'स्वीकार',
  'इंस्टॉल',
  'सबमिट',
];

/** Letters of other alphabets, and small capitals, that look like Latin ones. */
export const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    в: 'b',
    е: 'e',
    к: 'k',
    м: 'm',
    н: 'h',
    о: 'o',
    р: 'p',
    с: 'c',
    т: 't',
    у: 'y',
    х: 'x',
    ѕ: 's',
    і: 'i',
    ј: 'j',
    ԁ: 'd',
    ԛ: 'q',
    ԝ: 'w',
    ь: 'b',
    г: 'r',
    п: 'n',
    и: 'u',
  },
  ...{
    α: 'a',
    β: 'b',
    ε: 'e',
    η: 'n',
    ι: 'i',
    κ: 'k',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
    ω: 'w',
    γ: 'y',
    ζ: 'z',
    μ: 'm',
  },
  ...{
    ᴀ: 'a',
    ʙ: 'b',
    ᴄ: 'c',
    ᴅ: 'd',
    ᴇ: 'e',
    ꜰ: 'f',
    ɢ: 'g',
    ʜ: 'h',
    ɪ: 'i',
    ᴊ: 'j',
    ᴋ: 'k',
    ʟ: 'l',
    ᴍ: 'm',
    ɴ: 'n',
    ᴏ: 'o',
    ᴘ: 'p',
    ʀ: 'r',
    ꜱ: 's',
    ᴛ: 't',
    ᴜ: 'u',
    ᴠ: 'v',
    ᴡ: 'w',
    ʏ: 'y',
    ᴢ: 'z',
  },
  ...{ ɑ: 'a', ɡ: 'g', ı: 'i', ǀ: 'l', ս: 'u', օ: 'o', հ: 'h', ո: 'n', ƀ: 'b', đ: 'd', ħ: 'h', ŧ: 't', ɨ: 'i' },
};

/** Answers that mean yes when they are the whole name; their effect is described in the dialog around them. */
export const ANSWER_NAMES: readonly string[] = [
  'o k',
  'sure',
  'yep',
  'yeah',
  'einverstanden',
  'd accord',
  'd’accord',
  "d'accord",
  'jo',
  'ano',
  'áno',
  'igen',
  'ya',
  'iya',
  'ναι',
  'نعم',
  'כן',
  'ใช่',
  'हाँ',
  'yes',
  'ok',
  'okay',
  'ja',
  'oui',
  'si',
  'sim',
  'tak',
  'evet',
  'tamam',
  'da',
  'да',
  'так',
  'はい',
  '是',
  '好',
  '확인',
  '예',
];

/** Words for forwarding a message: the recipient is chosen later, but the content now. First word of a name. */
export const FORWARD_WORDS: ReadonlySet<string> = wordSet(`
  forward fwd weiterleiten transferer reenviar inoltra inoltrare encaminhar reencaminhar doorsturen vidarebefordra videresend
  przekaz preposlat preposlat prosledi proslijedi posreduj redirectioneaza tovabbitas edasta persutit persiusti reenvia teruskan
  προωθηση ilet препрати переслать переслати препрати
`);

/** Words for the trash: on a button it throws away, elsewhere it is a place. */
export const TRASH_WORDS: ReadonlySet<string> = wordSet(`
  trashcan garbage dustbin wastebasket wastebin rubbish papierkorb mulleimer corbeille poubelle papelera basura cestino lixeira lixo
  prullenbak papperskorg papirkurv papirkurven kosz smietnik kos odpadkovy korpa smece cos kuka roskakori prugikast miskaste paperera sampah
  tong корзина кошик кошче кош καδος
`);

/** Parts of such names in languages without blanks, and without capitals. */
export const ICON_PARTS: readonly string[] = [
  'paper plane',
  'paperplane',
  '转发',
  '轉寄',
  '轉發',
  '転送',
  '전달',
  'إعادة توجيه',
  'העבר',
  'अग्रेषित',
  'ส่งต่อ',
  'chuyen tiep',
  'ゴミ箱',
  '垃圾桶',
  '垃圾箱',
  '回收站',
  '資源回收筒',
  '휴지통',
  'ถังขยะ',
  'سلة المهملات',
  'פח אשפה',
  'कूड़ेदान',
  'thung rac',
  'cop kutusu',
];

/** Pictures for sending, throwing away, paying and agreeing. */
export const ACTING_ICONS = /[🗑🚮✉📤📨📩📧📮➤➢➣➔✈🛫💳🛒🛍💸💰💵💶💷✅✔☑✓👍🔏📝🖊]/u;

/** Words that only show something: as the first or last word of a name they make the rest a noun. */
export const SHOWING_WORDS: ReadonlySet<string> = wordSet(`
  embed show view see open search find filter sort read about preview compare browse hide expand collapse learn how why help
  einbetten anzeigen zeigen ansehen offnen suchen filtern sortieren lesen vergleichen ausblenden einblenden
  integrer afficher voir rechercher ouvrir filtrer trier lire comparer masquer
  incrustar insertar mostrar ver buscar abrir filtrar leer comparar ocultar
  incorpora incorporare mostra mostrare vedi visualizza cerca apri filtra leggi confronta nascondi
  incorporar exibir pesquisar ler insluiten tonen bekijken weergeven zoeken openen filteren lezen verbergen
  badda visa vis sok oppna abn apne las laes les filtrera filtrer dolj skjul
  osadz pokaz wyswietl szukaj otworz filtruj czytaj ukryj vlozit zobrazit hledat otevrit cist skryt zobrazit hladat otvorit citat
  prikazi pogledaj otvori trazi arata vezi deschide cauta megtekintes megnyitas kereses nayta avaa etsi vaata ava otsi skatit rodyti
  mostra obre cerca xem mo tim lihat buka cari tingnan εμφανιση προβολη ανοιγμα αναζητηση goster goruntule ac ara
  встроить показать посмотреть открыть искать читать вбудувати показати переглянути відкрити шукати покажи виж отвори търси
`);

/** Words of the lists above that are as often a thing as a deed. */
export const THING_WORDS: ReadonlySet<string> = wordSet(`
  tweet retweet post order orders purchase payment share call install update download upload invite transfer deposit bid rent run push
  commit merge block permit register subscribe checkout sign empty
  bestellung kauf beitrag zahlung achat paiement commande pedido compra pago acquisto ordine pagamento encomenda bestelling
  заказ покупка замовлення
`);

/** In a sentence: something is lost or sent for good. */
export const LOSES =
  /\b(?:sent|paid|bought|sold|lost|lose|losing|forever|permanent\w*|irrevers\w*|irrevocabl\w*|undone|charged?|unsaved|overwr\w+|are you sure|access to|allowed? to)\b|verlor|endgültig|unwiderruf|rückgängig|sicher,? dass|überwies|kostenpflicht|perdu|définitiv|irréversib|êtes-vous s|perder|definitiv|seguro|perdid|perso|perse|sicuro|certeza|verlor|zeker|säker|sikker|utrac|trwale|pewno|ztrac|opravdu|usuni|навсегда|потер|безвозврат|уверены|назавжди|втрач|впевнен|geri alınamaz|emin misiniz|永久|丢失|无法撤销|确定要|失われ|元に戻せ|よろしいですか|영구|되돌릴|하시겠습니까|نهائي|متأكد|לצמיתות|בטוח|हमेशा|ถาวร/iu;

/** Titles of windows in which OK only closes or sets how a document looks. */
export const HARMLESS_TITLES =
  /^(?:about|info|information|help|find|search|go to|word count|character|font|paragraph|page style|zoom|sort|columns?|tip of the day|shortcuts|keyboard shortcuts|über|hilfe|suchen|gehe zu|wörter zählen|schriftart|absatz|à propos|aide|rechercher|acerca de|ayuda|buscar|informazioni|aiuto|cerca|sobre|ajuda|over|om|o programie|о программе|про програму|hakkında)(?:$|[\s:…-])/i;

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}
