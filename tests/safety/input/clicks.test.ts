/** Clicks by the name of what they are on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GateContext } from '../../../src/safety/risk.ts';
import { asks, judgeJson, openTestGate } from '../open-test-gate.ts';

const gate = await openTestGate();
const CLICK = { action: 'click', target: { x: 500, y: 500 } };
const on = (name: string, role = 'button') => judgeJson(gate, CLICK, { app: 'Safari', element: { role, name } });

test('names that buy, send, delete, allow or install ask, in many languages', () => {
  for (const name of [
    'Buy now',
    'BUY',
    'Pay $20',
    'Place order',
    'Check out',
    'Send',
    'Send message',
    'Submit',
    'Post',
    'Publish',
    'Delete',
    'Delete all…',
    'Remove',
    'Move to Trash',
    'Empty Trash',
    'Confirm',
    'Approve',
    'Allow',
    'Always Allow',
    'Grant access',
    'Install',
    'Update now',
    'OK',
    'Yes',
    'Sign out',
    'Log Out',
    'Unsubscribe',
    'Transfer',
    'Jetzt kaufen',
    'Zahlungspflichtig bestellen',
    'Senden',
    'Löschen',
    'LÖSCHEN',
    'Papierkorb leeren',
    'Erlauben',
    'Bestätigen',
    'Installieren',
    'Acheter',
    'Payer',
    'Envoyer',
    'Supprimer',
    'Autoriser',
    'Confirmer',
    'Comprar',
    'Pagar',
    'Enviar',
    'Eliminar',
    'Permitir',
    'Confirmar',
    'Acquista',
    'Invia',
    'Elimina',
    'Excluir',
    'Verwijderen',
    'Verzenden',
    'Usuń',
    'Wyślij',
    'Отправить',
    'Удалить',
    'Купить',
    'Разрешить',
    '削除',
    '送信',
    '购买',
    '发送',
    '삭제',
    '보내기',
    'حذف',
    'Radera',
    'Slet',
    'Kaldır',
    'B U Y',
    'deleteButton',
    'Buy​Now',
    'Ｄｅｌｅｔｅ',
    'De\u00adlete',
    'Pay\u00a0now',
  ]) {
    assert.ok(asks(on(name)), name);
  }
});

test('a yes with more after it, and acts named by other than the usual words, ask', () => {
  for (const name of [
    ...["Yes, I'm sure", 'Ja, weiter', 'Oui, je suis sûr', 'Sí, seguro', 'OK – go', "I'm sure", 'Hand in', 'Turn in'],
    ...['Enroll', 'Beantragen', 'Einreichen', 'Add friend', 'Close issue', 'Change visibility', 'Start streaming'],
    ...['Save card', 'Request money', 'Restore from backup', 'Export passwords', 'Unfollow'],
  ])
    assert.ok(asks(on(name)), name);
  for (const name of ['Yes Minister', 'Japan, 2024', 'Turning points', 'Following'])
    assert.ok(!asks(on(name, 'link')), name);
});

test('ordinary names do not ask: words count, not parts of words', () => {
  for (const name of [
    'Next page',
    'Show more',
    'Home',
    'Search',
    'Menu',
    'Close',
    'Cancel',
    'Back',
    'Settings',
    'File',
    'Edit',
    'View',
    'Postal code',
    'Sender',
    'Payload',
    'Undeleted items',
    'Deletes',
    'Allowance',
    'Ordering',
    'Abbrechen',
    'Weiter',
    'Suche',
    'Accueil',
    'Siguiente',
    'Bookmarks',
    'New tab',
    'Readme',
    'Posts',
    'Confirmed',
    'Siempre',
    'Details',
  ]) {
    assert.ok(!asks(on(name)), name);
  }
});

test('an element nobody can name asks, but not in a playbook or by hand', () => {
  for (const context of [
    {},
    { app: 'Safari' },
    { element: {} },
    { element: { name: '' } },
    { element: { name: '   ' } },
    { element: { name: '…' } },
    { element: { role: 'button' } },
  ]) {
    assert.equal(judgeJson(gate, CLICK, context).risk, 'high');
    assert.equal(judgeJson(gate, CLICK, { ...context, isPlaybook: true }).risk, 'moderate');
    assert.equal(judgeJson(gate, CLICK, { ...context, isByHand: true }).risk, 'moderate');
  }
  assert.ok(
    asks(judgeJson(gate, CLICK, { element: { name: 'Buy' }, isPlaybook: true })),
    'a playbook names no button free',
  );
});

test('a click into a nameless field for text puts the cursor there', () => {
  for (const role of ['entry', 'text field', 'AXTextField', 'AXTextArea', 'text area'])
    assert.ok(!asks(on('', role)), role);
});

test('letters of two alphabets in one word are a disguise', () => {
  assert.ok(asks(on('Саncel')));
  assert.ok(asks(on('Sаve')));
  assert.ok(!asks(on('Новости BBC')));
});

test('pressing and releasing count as a click; dropping into the trash asks', () => {
  for (const action of ['mouse_down', 'mouse_up']) {
    assert.ok(asks(judgeJson(gate, { action }, { element: { name: 'Pay' } })));
    assert.ok(asks(judgeJson(gate, { action }, {})));
  }
  const drag = { action: 'drag', from: { x: 1, y: 1 }, to: { x: 2, y: 2 } };
  for (const name of ['Trash', 'Papierkorb', 'Corbeille'])
    assert.ok(asks(judgeJson(gate, drag, { app: 'Dock', element: { name } })));
  assert.ok(asks(judgeJson(gate, drag, { app: 'Finder', element: { name: 'Projects' } })));
});

test('moving, scrolling and looking never ask', () => {
  for (const action of [
    { action: 'move', target: { x: 1, y: 1 } },
    { action: 'scroll', direction: 'down' },
    { action: 'zoom', from: { x: 1, y: 1 }, to: { x: 2, y: 2 } },
    { action: 'screenshot' },
  ]) {
    assert.equal(judgeJson(gate, action).risk, 'safe');
  }
});

test('figures and marks in the place of letters are a disguise; a price on a button buys', () => {
  for (const name of [
    '8uy now',
    'P@y',
    'Ƀuy',
    '0K',
    '$4.99',
    '4,99 €',
    'Start trial',
    'Close Without Saving',
    'Follow',
  ])
    assert.ok(asks(on(name)), name);
  for (const name of ['Page 5', '4K', 'Room 101', 'B2B', '24 hours', 'Things you might like', 'Followers'])
    assert.ok(!asks(on(name)), name);
  assert.ok(!asks(on('$4.99', 'link')), 'what is for sale');
});

test('a file that runs when it is opened asks, but not as a name in an editor or a link', () => {
  const at = (name: string, app: string, role = 'icon') => judgeJson(gate, CLICK, { app, element: { role, name } });
  for (const name of ['evil.command', 'x.sh', 'My.app', 'x.desktop', 'profile.mobileconfig', 'a.jar'])
    for (const app of ['Finder', 'nautilus', 'Mail', 'something']) assert.ok(asks(at(name, app)), `${name} in ${app}`);
  assert.ok(asks(at('x.command', 'Google Chrome', 'button')), 'a finished download');
  assert.ok(!asks(at('tool.sh', 'Visual Studio Code', 'tree item')));
  assert.ok(!asks(at('setup.py', 'Google Chrome', 'link')));
  assert.ok(!asks(at('notes.txt', 'Finder')));
});

test("the system's own questions ask, whatever their buttons are called", () => {
  const at = (name: string, app: string) => judgeJson(gate, CLICK, { app, element: { role: 'button', name } });
  for (const app of [
    'CoreServicesUIAgent',
    'SecurityAgent',
    'UserNotificationCenter',
    'polkit-gnome-authentication-agent-1',
  ])
    assert.ok(asks(at('Open', app)), app);
  assert.ok(!asks(at('Cancel', 'CoreServicesUIAgent')));
});

const button = (name: string, more: Partial<GateContext> = {}, element: Readonly<Record<string, unknown>> = {}) =>
  judgeJson(gate, CLICK, { app: 'Safari', ...more, element: { role: 'button', name, ...element } });

test('an amount of money on a button spends it, in every currency and beside any words; elsewhere it only tells', () => {
  const amounts = [
    '$733',
    'USD 12.50',
    '1.299,00 €',
    '49 zł',
    '1 200 Kč',
    '₹499',
    '¥980',
    '199 kr',
    '5 000 Ft',
    '12 lei',
    '350 ₽',
    '20 euros',
    'R$ 30',
    '980円',
  ];
  const said = [
    'Book flight for %',
    'Select %',
    'Premium – %',
    'Weiter (%)',
    '% par mois',
    'Upgrade %',
    'Añadir %',
    'Buchen für %',
  ];
  for (const amount of amounts)
    for (const words of said) assert.ok(asks(button(words.replace('%', amount))), words.replace('%', amount));
  for (const role of ['link', 'row', 'list item', 'cell', 'static text', 'radio button', 'heading', 'AXRow'])
    assert.ok(!asks(button('Berlin – Paris $733', {}, { role })), role);
  for (const name of [
    'View details $5',
    'Show prices in USD',
    'Filter under $50',
    'Page 733',
    'Flight 733',
    '5 krona facts',
  ])
    assert.ok(!asks(button(name)), name);
});

test('passing on, throwing away and booking ask under every name and picture', () => {
  for (const name of [
    'Forward',
    'Forward message',
    'Weiterleiten',
    'Transférer',
    'Reenviar',
    'Inoltra',
    'Encaminhar',
    'Doorsturen',
    'Vidarebefordra',
    'Videresend',
    'Przekaż',
    'Přeposlat',
    'Переслать',
    'Переслати',
    'Προώθηση',
    'İlet',
    'Továbbítás',
    'Edasta',
    'Teruskan',
    '转发',
    '転送',
    '전달',
    'Papierkorb',
    'Corbeille',
    'Papelera',
    'Cestino',
    'Lixeira',
    'Prullenbak',
    'Papperskorg',
    'Kosz',
    'Koš',
    'Корзина',
    '垃圾桶',
    'ゴミ箱',
    '휴지통',
    'icon-trash',
    'btnSend',
    'ic_delete_24dp',
    'fa-paper-plane',
    'trash.svg',
    '🗑️',
    '✉',
    '📤',
    '➤',
    '💳',
    '✅',
    'Book flight',
    'Book room',
  ])
    assert.ok(asks(button(name)), name);
  assert.ok(!asks(button('Forward', { app: 'Chromium' }, { container: { role: 'tool bar', text: 'Back' } })));
  assert.ok(!asks(button('Corbeille', {}, { role: 'tree item' })), 'a place');
  for (const name of ['Fast forward', 'Book 2', 'Bookmarks']) assert.ok(!asks(button(name)), name);
});

test('a thing that is shown is no act; two acts, money or a plain act stay one', () => {
  for (const name of [
    'Embed Tweet',
    'View order',
    'Show payment',
    'Tweet einbetten',
    'Bestellung anzeigen',
    'Kauf ansehen',
    'Voir paiement',
    'Ver pedido',
    'Mostra ordine',
    'Bestelling bekijken',
    'Показать заказ',
  ])
    assert.ok(!asks(button(name)), name);
  for (const name of [
    'Tweet',
    'Embed and delete',
    'View order and pay',
    'Show order $5',
    'Read and agree',
    'View delete',
    'Hide and send',
    'Order',
    'See how you order all things',
  ])
    assert.ok(asks(button(name)), name);
});

test('OK and Yes are judged by the dialog around them, in every language; without one that can be read they ask', () => {
  const names = ['OK', 'Yes', 'Ja', 'Oui', 'Sí', 'Да', 'Tak', 'Evet', '예', 'はい'];
  const harmless = [
    'The search came to the end of the document',
    'Tabs: 4',
    'Die Suche ist am Ende angekommen',
    'La recherche est terminée',
    'Búsqueda terminada',
    'Il documento ha 3 pagine',
    'Поиск завершён',
  ];
  const harmful = [
    'Delete 3 files?',
    '3 files will be deleted.',
    'Die Dateien werden gelöscht.',
    'Les fichiers seront supprimés.',
    'Se enviará el mensaje',
    'Файлы будут удалены',
    'This cannot be undone.',
    'You will be charged $5',
    'Die Änderungen gehen verloren',
    'Your message was not sent yet',
    'Are you sure?',
    '本当によろしいですか',
    'Il file verrà eliminato',
    'Plik zostanie usunięty',
  ];
  for (const name of names) {
    for (const text of harmless)
      assert.ok(!asks(button(name, {}, { container: { role: 'dialog', text } })), `${name}: ${text}`);
    for (const text of harmful)
      for (const [role, whole] of [
        ['dialog', text],
        ['alert', `Note\n${text}`],
      ])
        assert.ok(asks(button(name, {}, { container: { role, text: whole } })), `${name}: ${text}`);
    assert.ok(asks(button(name)), name);
    assert.ok(asks(button(name, {}, { container: { role: 'row', text: 'Anna' } })), 'a row is no dialog');
    assert.ok(asks(button(name, {}, { container: { role: 'dialog', text: '' } })), 'an empty dialog');
    const system = { app: 'polkit-gnome-authentication-agent-1' };
    assert.ok(asks(button(name, system, { container: { role: 'dialog', text: 'A thing' } })), name);
  }
  assert.ok(!asks(button('OK', { app: 'Mousepad', window: 'About Mousepad' })));
  assert.ok(asks(button('OK', { app: 'Mousepad', window: 'Delete file' })));
});
